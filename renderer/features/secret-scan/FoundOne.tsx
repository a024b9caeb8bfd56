// One of ours that was found: whose it is, how it stands now, where it was found, and what to do.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import type {
  PlaceView,
  SightedView,
} from '../../../electron/shared/secret-scan/secret-scan-view.ts';
import { Button } from '../../components/Button.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { WindowFailure } from '../../components/Failures.tsx';
import { secretScanWords as words } from './en-secret-scan.ts';
import { useApp } from '../../state/app-context.tsx';

/** So that the next one found is in sight. */
const AT_FIRST = 5;

export function FoundOne(props: {
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
