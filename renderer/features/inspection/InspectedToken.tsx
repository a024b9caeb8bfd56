// What is known of the token without asking anybody: fingerprint, length, form, and whether it is ours.
import { useEffect, useRef, type ReactNode } from 'react';
import type { InspectionView } from '../../../electron/shared/inspection/inspection-view.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/AnswerFacts.tsx';
import { findingWords, inspectWords as words } from './en-inspection.ts';
import { useApp } from '../../state/app-context.tsx';

export function InspectedToken(props: {
  readonly token: InspectionView;
  readonly onTidy: () => void;
}): ReactNode {
  const { token } = props;
  const { findings } = token;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed is gone or has moved: the keyboard goes on where the token stands.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="inspected-token">
      <h3 id="inspected-token" ref={heading} tabIndex={-1}>
        {words.token}
      </h3>
      <dl className="facts facts-inline">
        <Fact label={words.facts.fingerprint}>
          <span className="mono">{token.fingerprint}</span>
        </Fact>
        <Fact label={words.facts.length}>{words.facts.bytes(token.bytes)}</Fact>
        <Fact label={words.facts.source}>{words.facts.sources[token.source]}</Fact>
      </dl>
      {token.ours !== null && <Ours ours={token.ours} />}
      {findings.length === 0 ? (
        <p>
          {words.plain} <span className="secondary">{words.opaque}</span>
        </p>
      ) : (
        <ul className="inspect-findings" aria-label={words.form}>
          {findings.map((finding) => (
            <li key={finding}>{findingWords[finding]}</li>
          ))}
        </ul>
      )}
      {!token.sendable && token.ours?.what !== 'client_secret' && <p>{words.unsendable}</p>}
      {token.tidiable && <Button onClick={props.onTidy}>{words.tidy}</Button>}
    </section>
  );
}

function Ours(props: { readonly ours: NonNullable<InspectionView['ours']> }): ReactNode {
  const { what, label, credentialId, proof } = props.ours;
  const { window: store } = useApp();
  const sentence =
    what === 'client_secret'
      ? words.ours.secret(label)
      : proof === 'text'
        ? words.ours.token(label)
        : words.ours.tokenByFingerprint(label);
  return (
    <div className="notice inspect-ours">
      <p className="notice-text">{sentence}</p>
      <Button
        onClick={() => {
          store.show(null);
          store.open(credentialId);
        }}
      >
        {words.ours.open(label)}
      </Button>
    </div>
  );
}
