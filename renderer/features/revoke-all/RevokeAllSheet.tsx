// What to stop first, then what that is in numbers, a bar an environment, and names, before anything does. Main counts,
// and opens its connections while the person reads; main's own dialog has the last word.
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type {
  RevokeAllPreview,
  RevocationScopeView,
} from '../../../electron/shared/revoke-all/revocation-run-view.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { Bars } from '../../components/Bars.tsx';
import { EnvironmentChip } from '../../components/Chips.tsx';
import { FullName } from '../../components/FullName.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { compareNames } from '../../model/credential-list.ts';
import { stop } from './en-revoke-all.ts';
import { en } from '../../i18n/en.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { revokeEverything } from '../../actions/shared-calls.ts';
import { HoldButton } from './HoldButton.tsx';
import { ScopeChoice, scopeName } from './ScopeChoice.tsx';

/** So many names are shown without being asked for. */
const NAMES_SHOWN = 6;

export function RevokeAllSheet(props: {
  readonly view: AppView;
  readonly scope: RevocationScopeView;
}): ReactNode {
  const { view } = props;
  const { call, quietly, window: store } = useApp();
  const [scope, setScope] = useState(props.scope);
  const [preview, setPreview] = useState<RevokeAllPreview | null>(null);
  const busy = usePending('revokeAllStart', STOP_SUBJECT);
  const { credentials } = view;
  // Counted anew with every change of a token.
  const asked = useMemo(() => ({ scope, credentials }), [scope, credentials]);
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
  // Of several, the rows say which is which.
  const [about, another] = environmentsOf(view, preview);
  return (
    <Sheet
      title={scope.kind === 'all' ? stop.title : stop.titleOf(scopeName(scope, view))}
      about={another === undefined ? about : undefined}
    >
      <ScopeChoice
        view={view}
        scope={scope}
        asked={props.scope}
        onChoose={(next) => {
          setPreview(null);
          setScope(next);
        }}
      />
      {preview === null ? (
        <p className="secondary">{stop.counting}</p>
      ) : (
        <Counted
          {...{ view, preview, busy }}
          takesFocus={scope === props.scope}
          onConfirm={start}
        />
      )}
      <WindowFailure subject={STOP_SUBJECT} />
      <div className="sheet-actions">
        <Button onClick={store.close}>{en.verbs.cancel}</Button>
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
  readonly takesFocus: boolean;
  readonly onConfirm: () => void;
}): ReactNode {
  const { view, preview, busy, takesFocus, onConfirm } = props;
  const { revocable, guided, underWay, accepted, outOfReach, trading, credentials } = preview;
  const environments = environmentsOf(view, preview);
  const keys = environments.flatMap(({ id }) =>
    view.credentials
      .filter(({ environmentId }) => environmentId === id)
      .flatMap((credential) => {
        const counted = credentials.find((each) => each.credentialId === credential.id);
        return counted === undefined ? [] : [{ credential, tokens: counted.tokens }];
      })
      .toSorted((a, b) => compareNames(a.credential.label, b.credential.label)),
  );
  const beside = (
    <>
      {underWay > 0 && <p className="secondary">{stop.underWay(underWay)}</p>}
      {accepted > 0 && <p className="secondary">{stop.acceptedBefore(accepted)}</p>}
      {outOfReach > 0 && <p className="secondary">{stop.outOfReach(outOfReach)}</p>}
    </>
  );
  if (revocable + guided === 0) {
    return (
      <div className="stop-count">
        <p>{stop.nothing}</p>
        {beside}
      </div>
    );
  }
  return (
    <div className="stop-count">
      <p className="headline figure">{stop.revokes(revocable + guided, credentials.length)}</p>
      {environments.length > 1 && <Environments environments={environments} keys={keys} />}
      <details className="fold" open={keys.length <= NAMES_SHOWN}>
        <summary>{stop.show(keys.length)}</summary>
        <ul className="columns">
          {keys.map(({ credential, tokens }) => (
            <li key={credential.id} className="line line-firm line-apart">
              <span className="wrap">
                <FullName of={credential} />
              </span>
              <span className="figure secondary">{tokens}</span>
            </li>
          ))}
        </ul>
      </details>
      {revocable > 0 && (
        <p>
          {stop.trading(trading)} {stop.stops}
        </p>
      )}
      {guided > 0 && <p>{stop.guided(guided)}</p>}
      {beside}
      <HoldButton {...{ busy, takesFocus, onConfirm }}>
        {revocable > 0 ? stop.confirm(revocable) : stop.confirmGuided(guided)}
      </HoldButton>
    </div>
  );
}

/** How many tokens of each environment stop. */
function Environments(props: {
  readonly environments: readonly EnvironmentView[];
  readonly keys: readonly { readonly credential: CredentialView; readonly tokens: number }[];
}): ReactNode {
  const bars = props.environments.map((environment) => ({
    key: environment.id,
    name: <EnvironmentChip environment={environment} />,
    count: props.keys
      .filter(({ credential }) => credential.environmentId === environment.id)
      .reduce((sum, { tokens }) => sum + tokens, 0),
  }));
  return <Bars label={stop.perEnvironment} bars={bars} />;
}
