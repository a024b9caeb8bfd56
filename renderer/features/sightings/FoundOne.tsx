// One of ours that was found: whose it is, how it stands now, where it was found, and what to do.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import type { SightedView } from '../../../electron/shared/sighting-view.ts';
import { Button } from '../../components/Button.tsx';
import { StateMark } from '../../components/StateMark.tsx';
import { sightingWords as words } from '../../i18n/en-sightings.ts';
import { useApp } from '../../state/app-context.tsx';

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
    <li className="sightings-one">
      <div className="sightings-head">
        <h4>
          {one.label}
          <span className="secondary">, {words.what(one)}</span>
        </h4>
        {state !== null && <StateMark state={state} token={token} />}
        <span className="secondary">{words.times(one)}</span>
        <span className="spring" />
        {credential !== undefined && <Actions one={one} credential={credential} />}
      </div>
      {credential === undefined && <p className="secondary">{words.gone}</p>}
      {one.tokenId === null && <p>{words.secretAdvice}</p>}
      {!one.byFingerprint && (
        <ul className="sightings-places">
          {one.places.map((place) => (
            <li key={`${place.file} ${place.line ?? ''} ${place.atByte}`} className="mono wrap">
              {words.place(place)}
            </li>
          ))}
          {more > 0 && <li className="secondary">{words.morePlaces(more)}</li>}
        </ul>
      )}
    </li>
  );
}

function Actions(props: {
  readonly one: SightedView;
  readonly credential: CredentialView;
}): ReactNode {
  const { one, credential } = props;
  const { commands, window: store } = useApp();
  const { id: credentialId, label } = credential;
  const open = (
    <Button
      onClick={() => {
        store.show(null);
        store.open(credentialId);
      }}
    >
      {words.open(label)}
    </Button>
  );
  if (one.tokenId !== null) return open;
  const leaked = async (): Promise<void> => {
    if (credential.leakPlan === null && !(await commands.startLeakPlan(credential))) return;
    store.show({ kind: 'leak_plan', credentialId });
  };
  const rotate = async (): Promise<void> => {
    if (credential.rotation === null && !(await commands.startRotation(credential))) return;
    store.show({ kind: 'rotation', credentialId });
  };
  return (
    <>
      {open}
      <Button onClick={() => void rotate()}>{words.rotate}</Button>
      <Button look="danger" onClick={() => void leaked()}>
        {words.leaked}
      </Button>
    </>
  );
}
