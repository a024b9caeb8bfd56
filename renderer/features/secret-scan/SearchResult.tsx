// What a search came to: the verdict, what was found where and what to do about it, what was left out.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type {
  SecretScanView,
  PlaceView,
  SightedView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { STOP_SUBJECT } from '../../bridge/feedback.ts';
import { Button } from '../../components/Button.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { StateShape } from '../../components/state-shapes.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { secretScanWords as words } from './en-secret-scan.ts';
import { useApp, usePending } from '../../state/app-context.tsx';
import { revokeEverything } from '../../actions/shared-calls.ts';
import type { Standing } from '../../i18n/en-states.ts';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';

/** Found is grave; nothing found is a fact only as far as everything was looked at and for. */
function standingOf(result: SecretScanView): Standing {
  if (result.found.length > 0) return 'still_honoured';
  const isWhole = result.end === 'complete' && result.leftOut.length === 0;
  const sought = result.secrets + result.tokens + result.proxyPasswords;
  return isWhole && sought > 0 ? 'active' : 'unclear';
}

/** Those found that a revocation reaches, or the steps in the web app. */
function revocableOf(
  { credentials }: Pick<AppView, 'credentials'>,
  { tokenIds }: Pick<SecretScanView, 'tokenIds'>,
): readonly string[] {
  const wanted = new Set(tokenIds);
  return credentials
    .flatMap(({ tokens }) => tokens)
    .filter(({ id, can }) => wanted.has(id) && (can.revoke || can.guide))
    .map(({ id }) => id);
}

export function SearchResult(props: {
  readonly view: AppView;
  readonly result: SecretScanView;
  /** It has just come: it takes the keyboard. */
  readonly news: boolean;
}): ReactNode {
  const { view, result, news } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (news) heading.current?.focus();
  }, [news]);
  const state = standingOf(result);
  const cutShort = words.cutShort(result);
  const notSought = words.notSought(result);
  return (
    <section aria-labelledby="secret-scan-result">
      <h3 id="secret-scan-result" ref={heading} tabIndex={-1}>
        {words.result}
      </h3>
      <div className="line line-firm line-top verdict" data-state={state}>
        <StateShape state={state} size={20} />
        <div>
          <p className="verdict-word">{words.verdict(result)}</p>
          <p>{words.means(result)}</p>
          {cutShort !== null && <p>{cutShort}</p>}
          {notSought.length > 0 && (
            <p className="secondary">
              {words.notSoughtTitle} {notSought.join('; ')}.
            </p>
          )}
        </div>
      </div>
      {result.found.length > 0 && <Found view={view} result={result} />}
      {result.leftOut.length > 0 && <LeftOut result={result} />}
    </section>
  );
}

function Found(props: { readonly view: AppView; readonly result: SecretScanView }): ReactNode {
  const { view, result } = props;
  const { call, window: store } = useApp();
  const [runId, setRunId] = useState<string | null>(null);
  const busy = usePending('revokeAllStart', STOP_SUBJECT);
  const tokenIds = revocableOf(view, result);
  const hasTokens = result.tokenIds.length > 0;
  const revoke = async (): Promise<void> => {
    const started = await revokeEverything(call, { kind: 'selection', tokenIds: [...tokenIds] });
    if (started !== null) setRunId(started.runId);
  };
  return (
    <>
      {hasTokens && (
        <div className="actions">
          {tokenIds.length > 0 ? (
            <Button look="danger" busy={busy} onClick={() => void revoke()}>
              {words.revoke(tokenIds.length)}
            </Button>
          ) : (
            <p className="secondary">{words.nothingToRevoke}</p>
          )}
          {runId !== null && (
            <Button onClick={() => store.show({ kind: 'revocation_run', runId })}>
              {words.showRun}
            </Button>
          )}
        </div>
      )}
      <WindowFailure subject={STOP_SUBJECT} />
      {result.found.some(({ what }) => what.endsWith('client_secret')) && (
        <p>{words.secretAdvice}</p>
      )}
      {result.found.some(({ what }) => what === 'proxy_password') && <p>{words.proxyAdvice}</p>}
      <ul className="rows" aria-label={words.found}>
        {result.found.map((one) => (
          <FoundOne
            key={`${one.credentialId ?? one.label} ${one.tokenId ?? one.what}`}
            one={one}
            credential={view.credentials.find(({ id }) => id === one.credentialId)}
          />
        ))}
      </ul>
      {result.moreFound > 0 && <p className="secondary">{words.moreFound(result.moreFound)}</p>}
    </>
  );
}

function LeftOut(props: { readonly result: SecretScanView }): ReactNode {
  const { leftOut, leftOutNames } = props.result;
  const all = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <p>
        {words.leftOutTitle} {words.leftOut(props.result)}.
      </p>
      <details className="fold">
        <summary>{words.leftOutNames}</summary>
        <ul className="bullets">
          {leftOutNames.map(({ reason, file }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a name may be there for two reasons.
            <li key={`${file} ${index}`}>
              <span className="mono wrap">{file}</span>{' '}
              <span className="secondary">{words.reason(reason)}</span>
            </li>
          ))}
          {all > leftOutNames.length && <li>{words.leftOutMore(all - leftOutNames.length)}</li>}
        </ul>
      </details>
    </div>
  );
}

/** So that the next one found is in sight. */
const AT_FIRST = 5;

/** Whose it is, how it stands now, where it was found, and what to do. */
function FoundOne(props: {
  readonly one: SightedView;
  /** Undefined where it is gone since. */
  readonly credential: CredentialView | undefined;
}): ReactNode {
  const { one, credential } = props;
  const token = credential?.tokens.find(({ id }) => id === one.tokenId) ?? null;
  const state = token?.state ?? one.state;
  const more = one.count - one.places.length;
  return (
    <li>
      <div className="line">
        <h4>
          {one.label}
          <span className="secondary">, {words.what(one)}</span>
        </h4>
        {state !== null && <StateMark state={state} token={token} />}
        <span className="secondary">{words.times(one)}</span>
        <span className="spring" />
        {credential !== undefined && <Actions one={one} credential={credential} />}
      </div>
      {credential === undefined && one.credentialId !== null && (
        <p className="secondary">{words.gone}</p>
      )}
      {credential !== undefined && one.tokenId === null && (
        <WindowFailure subject={credential.id} />
      )}
      {!one.byFingerprint && (
        <>
          <Places places={one.places.slice(0, AT_FIRST)} />
          {one.places.length > AT_FIRST && (
            <details>
              <summary>{words.allPlaces(one.places.length - AT_FIRST)}</summary>
              <Places places={one.places.slice(AT_FIRST)} />
            </details>
          )}
          {more > 0 && <p className="secondary">{words.morePlaces(more)}</p>}
        </>
      )}
    </li>
  );
}

function Places(props: { readonly places: readonly PlaceView[] }): ReactNode {
  return (
    <ul className="bullets">
      {props.places.map((place) => (
        <li key={`${place.file} ${place.line ?? ''} ${place.atByte}`} className="mono wrap">
          {words.place(place)}
        </li>
      ))}
    </ul>
  );
}

function Actions(props: {
  readonly one: SightedView;
  readonly credential: CredentialView;
}): ReactNode {
  const { one, credential } = props;
  const { window: store } = useApp();
  const { id: credentialId, label } = credential;
  return (
    <>
      <Button
        onClick={() => {
          store.show(null);
          store.open(credentialId);
        }}
      >
        {words.open(label)}
      </Button>
      {one.tokenId === null && (
        <>
          <Button onClick={() => store.show({ kind: 'rotation', credentialId })}>
            {words.rotate}
          </Button>
          <Button look="danger" onClick={() => store.show({ kind: 'leak_plan', credentialId })}>
            {words.leaked}
          </Button>
        </>
      )}
    </>
  );
}
