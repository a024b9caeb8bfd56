// An import: taken by main, previewed without its secrets, saved as a whole or not at all. Closing the
// sheet ends it: main forgets what was read.
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import {
  importSources,
  type ImportDone,
  type ImportSource,
} from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { IMPORT_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { transferSaid } from '../../i18n/en-said.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { importWords as words } from './en-import-export.ts';
import { CredentialForm } from '../credentials/form/CredentialForm.tsx';
import { EnvironmentForm } from '../environments/EnvironmentForm.tsx';
import { firstDrafts, inEnvironment, type Preview } from './import-choices.ts';
import { ImportPreview } from './ImportPreview.tsx';

interface Ended {
  readonly kind: 'ended';
  readonly done: ImportDone;
  readonly fileName: string;
}

export function ImportSheet(props: {
  readonly view: AppView;
  /** Begins with the clipboard at once. */
  readonly pastes?: boolean;
}): ReactNode {
  const { view } = props;
  const { call, feedback, quietly } = useApp();
  const [state, setState] = useState<Preview | Ended | null>(null);
  const taken = useRef(0);
  const setPreview = useCallback(
    (change: (before: Preview) => Preview): void =>
      setState((now) => (now?.kind === 'preview' ? change(now) : now)),
    [],
  );
  const take = async (source: ImportSource): Promise<void> => {
    const draft = await call(
      'importTake',
      { source },
      { subject: IMPORT_SUBJECT, said: ({ rows }) => transferSaid.taken(rows.length) },
    );
    if (draft === null) return;
    taken.current += 1;
    setState({ kind: 'preview', draft, choices: firstDrafts(draft), cameFrom: null, form: null });
  };
  useEffect(() => {
    if (props.pastes === true) void take('clipboard');
    return () => {
      feedback.clear(IMPORT_SUBJECT);
      void quietly('importEnd');
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it begins and ends once.
  }, [feedback, quietly]);

  if (state?.kind === 'preview' && state.form !== null) {
    const { form } = state;
    const back = (): void => setPreview((now) => ({ ...now, form: null, cameFrom: form.row }));
    if (form.kind === 'credential') {
      return <CredentialForm view={view} prefill={form.prefill} onClose={back} />;
    }
    const add = (environmentId: string): void => {
      const { row } = form;
      setPreview((now) => ({ ...now, choices: inEnvironment(now.choices, row, environmentId) }));
      back();
    };
    return <EnvironmentForm view={view} onAdded={add} onClose={back} />;
  }
  const sources = (
    <>
      <Sources isFirst={state === null} onTake={take} />
      <WindowFailure subject={IMPORT_SUBJECT} />
    </>
  );
  return (
    <Sheet title={words.title} wide>
      {state?.kind === 'preview' ? (
        <ImportPreview
          key={taken.current}
          view={view}
          preview={state}
          onChange={setPreview}
          another={sources}
          onDone={(done) => setState({ kind: 'ended', done, fileName: state.draft.fileName })}
        />
      ) : (
        <>
          {state === null ? <Lead /> : <ImportOutcome {...state} />}
          {sources}
          <SheetFoot />
        </>
      )}
    </Sheet>
  );
}

/** Where an import comes from: the file is proposed first, and any way is offered again after one. */
function Sources(props: {
  readonly isFirst: boolean;
  readonly onTake: (source: ImportSource) => Promise<void>;
}): ReactNode {
  const taking = usePending('importTake', IMPORT_SUBJECT);
  return (
    <div className="actions">
      {!props.isFirst && <span className="secondary">{words.another}</span>}
      {importSources.map((source) => (
        <Button
          key={source}
          look={props.isFirst && source === 'file' ? 'primary' : 'plain'}
          busy={taking}
          onClick={() => void props.onTake(source)}
        >
          {words.take[source]}
        </Button>
      ))}
    </div>
  );
}

function Lead(): ReactNode {
  return (
    <>
      <p>{words.lead}</p>
      <ul className="bullets">
        {words.kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      <p className="secondary">{words.limits}</p>
    </>
  );
}

/** What was imported, and what is left in the clear where it came from: the part that people forget. */
function ImportOutcome(props: Pick<Ended, 'done' | 'fileName'>): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {transferSaid.done(props.done)}
      </h3>
      <p>{words.next}</p>
      <div className="notice">
        <div>
          <p>
            <strong>{words.plain(props.fileName)}</strong>
          </p>
          <p>{words.plainTodo}</p>
        </div>
      </div>
    </>
  );
}
