// The reach of a credential on one card: what its tokens and its secret can do, where, and when
// that ends by itself.
import type { ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { EnvironmentView } from '../../../../electron/shared/environments/environment-view.ts';
import { ScopeChips } from '../../../components/Chips.tsx';
import { Ago } from '../../../components/Time.tsx';
import { reachWords as words } from './en-reach.ts';
import { clockTime } from '../../../i18n/time.ts';
import { reachOf } from './reach.ts';
import { useApp } from '../../../state/app-context.tsx';

export function ReachSection(props: {
  readonly credential: CredentialView;
  readonly environment: EnvironmentView | undefined;
}): ReactNode {
  const { credential, environment } = props;
  const { accessType, permission, secret } = credential;
  const { ticker } = useApp();
  const reach = reachOf(credential, environment);
  const at = (ms: number | null): string => (ms === null ? '' : clockTime(ms, ticker.nowMs()));
  const scopes = (list: readonly string[], without: string): ReactNode =>
    list.length === 0 ? without : <ScopeChips scopes={list} />;
  const liveMay = reach.live === 0 ? words.nothing : scopes(reach.liveScopes, words.unknownScopes);
  const secretGets = scopes(
    reach.reachableScopes,
    permission === null ? words.unknownScopes : words.permission[permission],
  );
  const facts: readonly (readonly [label: string, fact: ReactNode])[] = [
    [words.tokens, words.counted(reach)],
    [words.live, liveMay],
    [words.secret, secretGets],
    [words.age, <Ago key="age" atMs={secret.setAtMs} say={words.secretAge} />],
    [
      words.hosts,
      <span key="hosts" className="mono wrap">
        {reach.hosts.join(', ')}
      </span>,
    ],
    [words.from, words.fromWhere[accessType]],
  ];
  return (
    <section className="detail-section reach" aria-labelledby="reach-heading">
      <h3 id="reach-heading">{words.heading}</h3>
      <p>
        <strong>{words.ifNothing(reach, at(reach.deadByMs), accessType)}</strong>{' '}
        {reach.renewal !== null && `${words.renewed(at(reach.renewal.untilMs))} `}
        {words.secretStays[accessType]}
      </p>
      <dl className="facts">
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
