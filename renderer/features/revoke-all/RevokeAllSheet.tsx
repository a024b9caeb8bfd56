// What will stop, in numbers and names, before anything does. Main counts, and opens its connections
// while the person reads; main's own dialog has the last word.
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type {
  RevokeAllPreview,
  RevocationScopeView,
} from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from '../../state/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { EnvironmentChip } from '../../components/Chips.tsx';
import { SelectField } from '../../components/Field.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { stop } from './en-revoke-all.ts';
import { en } from '../../i18n/en.ts';
import { scopeMark } from './run-headline.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { revokeEverything } from '../../bridge/shared-calls.ts';
import { HoldButton } from './HoldButton.tsx';
import { scopeChoices, scopeName } from './scope-names.ts';

const NAMES_SHOWN = 6;

export function RevokeAllSheet(props: {
  readonly view: AppView;
  readonly scope: RevocationScopeView;
  readonly onClose: () => void;
}): ReactNode {
  const { view, onClose } = props;
  const { call, quietly, window: store } = useApp();
  const [scope, setScope] = useState(props.scope);
  const [preview, setPreview] = useState<RevokeAllPreview | null>(null);
  const busy = usePending('revokeAllStart', STOP_SUBJECT);
  const mark = scopeMark(scope, view.credentials);
  // Counted anew when another token comes or goes.
  const asked = useMemo(() => ({ scope, mark }), [scope, mark]);
  useEffect(() => {
    let current = true;
    void quietly('revokeAllPreview', { scope: asked.scope }).then((counted) => {
      if (current) setPreview(counted.ok ? counted.value : null);
    });
    return () => {
      current = false;
    };
  }, [quietly, asked]);
  const start = useCallback(() => {
    void revokeEverything(call, scope).then((started) => {
      if (started !== null) store.show({ kind: 'revocation_run', runId: started.runId });
    });
  }, [call, scope, store]);
  const choices = scopeChoices(view, props.scope);
  // Of several, the rows say which is which.
  const [about, another] = environmentsOf(view, preview);
  return (
    <Sheet
      title={scope.kind === 'all' ? stop.title : stop.titleOf(scopeName(scope, view))}
      onClose={onClose}
      about={another === undefined ? about : undefined}
    >
      {preview === null ? (
        <p className="secondary">{stop.counting}</p>
      ) : (
        <Counted view={view} preview={preview} busy={busy} onConfirm={start} />
      )}
      <SelectField
        label={stop.scope}
        value={JSON.stringify(scope)}
        onChange={(event) => {
          setPreview(null);
          setScope(JSON.parse(event.currentTarget.value) as RevocationScopeView);
        }}
      >
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {scopeName(choice, view)}
          </option>
        ))}
      </SelectField>
      <WindowFailure subject={STOP_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={onClose}>{en.verbs.cancel}</Button>
      </div>
    </Sheet>
  );
}

function environmentsOf(view: AppView, preview: RevokeAllPreview | null) {
  const touched = new Set(preview?.credentials.map(({ credentialId }) => credentialId));
  const ids = new Set(
    view.credentials.filter(({ id }) => touched.has(id)).map(({ environmentId }) => environmentId),
  );
  return view.environments.filter(({ id }) => ids.has(id));
}

function Counted(props: {
  readonly view: AppView;
  readonly preview: RevokeAllPreview;
  readonly busy: boolean;
  readonly onConfirm: () => void;
}): ReactNode {
  const { view, preview, busy, onConfirm } = props;
  const { revocable, guided, underWay, accepted, outOfReach, trading, credentials } = preview;
  const byId = new Map(view.credentials.map((each) => [each.id, each]));
  const environments = environmentsOf(view, preview);
  const chipOf = (credentialId: string): ReactNode => {
    const environmentId = byId.get(credentialId)?.environmentId;
    const environment = environments.find(({ id }) => id === environmentId);
    return environment !== undefined && <EnvironmentChip environment={environment} />;
  };
  const hidden = credentials.length - NAMES_SHOWN;
  if (revocable + guided === 0) {
    return (
      <div className="stop-count">
        <p>{stop.nothing}</p>
        {underWay > 0 && <p className="secondary">{stop.underWay(underWay)}</p>}
        {accepted > 0 && <p className="secondary">{stop.acceptedBefore(accepted)}</p>}
        {outOfReach > 0 && <p className="secondary">{stop.outOfReach(outOfReach)}</p>}
      </div>
    );
  }
  return (
    <div className="stop-count">
      <p className="stop-figure figure">{stop.revokes(revocable + guided, credentials.length)}</p>
      <ul className="stop-names">
        {credentials.slice(0, NAMES_SHOWN).map(({ credentialId, tokens }) => (
          <li key={credentialId}>
            <span className="wrap">
              {byId.get(credentialId)?.label ?? ''}{' '}
              {environments.length > 1 && chipOf(credentialId)}
            </span>
            <span className="figure secondary">{tokens}</span>
          </li>
        ))}
        {hidden > 0 && <li className="secondary">{stop.more(hidden)}</li>}
      </ul>
      {revocable > 0 && (
        <p>
          {stop.trading(trading)} {stop.stops}
        </p>
      )}
      {guided > 0 && <p>{stop.guided(guided)}</p>}
      {underWay > 0 && <p className="secondary">{stop.underWay(underWay)}</p>}
      {accepted > 0 && <p className="secondary">{stop.acceptedBefore(accepted)}</p>}
      {outOfReach > 0 && <p className="secondary">{stop.outOfReach(outOfReach)}</p>}
      <HoldButton busy={busy} onConfirm={onConfirm}>
        {revocable > 0 ? stop.confirm(revocable) : stop.confirmGuided(guided)}
      </HoldButton>
    </div>
  );
}
