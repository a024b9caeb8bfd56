// A certificate authority as a person can compare it: subject, issuer, validity, fingerprint.
import type { ReactNode } from 'react';
import { forms } from '../../i18n/en-forms.ts';
import { authorityWords } from './en-proxy.ts';
import { calendarDate } from '../../i18n/time.ts';
import { useApp } from '../../state/app-context.tsx';

const words = forms.environment;

export function AuthorityFacts(props: {
  readonly authority: {
    readonly subject: string;
    readonly issuer?: string;
    readonly validFromMs?: number;
    readonly validToMs: number;
    readonly fingerprint: string;
  };
}): ReactNode {
  const { ticker } = useApp();
  const { subject, issuer, validFromMs, validToMs, fingerprint } = props.authority;
  const to = calendarDate(validToMs);
  return (
    <dl className="facts facts-tight">
      <div>
        <dt>{words.subject}</dt>
        <dd>{subject}</dd>
      </div>
      {issuer !== undefined && (
        <div>
          <dt>{words.issuer}</dt>
          <dd>{issuer}</dd>
        </div>
      )}
      <div>
        <dt>{words.validity}</dt>
        <dd>
          {validFromMs === undefined
            ? words.validTo(to)
            : words.validFromTo(calendarDate(validFromMs), to)}
          {validToMs < ticker.nowMs() && <p className="warn">{authorityWords.expired}</p>}
        </dd>
      </div>
      <div>
        <dt>{words.fingerprint}</dt>
        <dd className="mono wrap">{fingerprint}</dd>
      </div>
    </dl>
  );
}
