// An import: taken by main, previewed without its secrets, saved as a whole or not at all. Closing the
// sheet ends it: main wipes what was read.
import { useCallback, useEffect, useState, type ReactNode, useRef } from 'react';
import {
  importSources,
  type ImportDone,
  type ImportDraftView,
  type ImportRowView,
  type ImportSource,
} from '../../../electron/shared/import-export/import-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { IMPORT_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { importWords as words } from './en-import-export.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { firstDrafts, prefillOf, type CredentialPrefill, type RowDraft } from './import-choices.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { transferSaid } from '../../i18n/en-said.ts';

/** What was imported, and what is left in the clear where it came from: the part that people forget. */
function ImportOutcome(props: { readonly done: ImportDone; readonly fileName: string }): ReactNode {
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

interface Ended {
  readonly done: ImportDone;
  readonly fileName: string;
}

/** A row that is added by hand instead. */
interface ByHand {
  readonly row: number;
  readonly prefill: CredentialPrefill;
}

export function ImportSheet(props: {
  readonly view: AppView;
  /** The form of another feature, filled in; it stands in this sheet's place until it is closed. */
  readonly renderForm: (prefill: CredentialPrefill, onClose: () => void) => ReactNode;
  readonly renderEnvironmentForm: (of: {
    readonly onAdded: (environmentId: string) => void;
    readonly onClose: () => void;
  }) => ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const { view, onClose } = props;
  const { call, feedback, quietly } = useApp();
  const [draft, setDraft] = useState<ImportDraftView | null>(null);
  const [choices, setChoices] = useState<readonly RowDraft[]>([]);
  const [byHand, setByHand] = useState<ByHand | null>(null);
  /** The row an environment is being added for; `open`: for all that have none. */
  const [lacking, setLacking] = useState<number | 'open' | null>(null);
  /** The row that another form was about: where the preview goes on. */
  const [cameFrom, setCameFrom] = useState<number | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [taken, setTaken] = useState(0);
  const taking = usePending('importTake', IMPORT_SUBJECT);
  useEffect(
    () => () => {
      feedback.clear(IMPORT_SUBJECT);
      void quietly('importEnd');
    },
    [feedback, quietly],
  );

  const take = async (source: ImportSource): Promise<void> => {
    const next = await call(
      'importTake',
      { source },
      { subject: IMPORT_SUBJECT, said: ({ rows }) => transferSaid.taken(rows.length) },
    );
    if (next === null) return;
    setDraft(next);
    setChoices(firstDrafts(next));
    setCameFrom(null);
    setEnded(null);
    setTaken((count) => count + 1);
  };
  const onAddByHand = useCallback(
    (row: ImportRowView, of: RowDraft) => setByHand({ row: row.row, prefill: prefillOf(row, of) }),
    [],
  );
  const onAddEnvironment = useCallback((row: number | null) => setLacking(row ?? 'open'), []);
  const buttons = importSources.map((source) => (
    <Button
      key={source}
      look={draft === null && ended === null && source === 'file' ? 'primary' : 'plain'}
      busy={taking}
      onClick={() => void take(source)}
    >
      {words.take[source]}
    </Button>
  ));

  const another = (
    <div className="actions">
      <span className="secondary">{words.another}</span>
      {buttons}
    </div>
  );
  const close = (
    <Button look={ended === null ? 'plain' : 'primary'} onClick={onClose}>
      {en.verbs.close}
    </Button>
  );

  if (byHand !== null) {
    return props.renderForm(byHand.prefill, () => {
      setCameFrom(byHand.row);
      setByHand(null);
    });
  }
  if (lacking !== null) {
    const back = (): void => {
      setCameFrom(lacking === 'open' ? null : lacking);
      setLacking(null);
    };
    return props.renderEnvironmentForm({
      onAdded(environmentId) {
        const lacks = (each: RowDraft): boolean =>
          lacking === 'open' ? each.environmentId === '' : each.row === lacking;
        setChoices((before) =>
          before.map((each) => (lacks(each) ? { ...each, environmentId } : each)),
        );
        back();
      },
      onClose: back,
    });
  }
  return (
    <Sheet title={words.title} onClose={onClose} wide>
      {draft === null && ended === null && (
        <>
          <p>{words.lead}</p>
          <ul className="bullets">
            {words.kinds.map((kind) => (
              <li key={kind}>{kind}</li>
            ))}
          </ul>
          <p className="secondary">{words.limits}</p>
          <div className="actions">{buttons}</div>
        </>
      )}
      {draft !== null && (
        <ImportPreview
          key={taken}
          view={view}
          draft={draft}
          drafts={choices}
          onChoose={setChoices}
          cameFrom={cameFrom}
          onAddByHand={onAddByHand}
          onAddEnvironment={onAddEnvironment}
          another={
            <>
              {another}
              <WindowFailure subject={IMPORT_SUBJECT} />
            </>
          }
          close={close}
          onDone={(done) => {
            setEnded({ done, fileName: draft.fileName });
            setDraft(null);
          }}
        />
      )}
      {ended !== null && <ImportOutcome {...ended} />}
      {draft === null && (
        <>
          {ended !== null && another}
          <WindowFailure subject={IMPORT_SUBJECT} />
          <div className="sheet-actions">{close}</div>
        </>
      )}
    </Sheet>
  );
}
