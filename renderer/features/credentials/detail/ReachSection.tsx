// The reach of a credential on one card: what its tokens and its secret can do, where, and when
// that ends by itself.
import type { ReactNode } from 'react';
import { DetailSection } from '../../../components/DetailSection.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { ScopeChips } from '../../../components/Chips.tsx';
import { Facts } from '../../../components/Facts.tsx';
import { reachWords as words } from './en-reach.ts';
import { clockTime } from '../../../i18n/time.ts';
import { reachOf } from './reach.ts';
import { useApp } from '../../../state/app-context.tsx';

export function ReachSection(props: { readonly credential: CredentialView }): ReactNode {
  const { credential } = props;
  const { accessType } = credential;
  const { ticker } = useApp();
  const reach = reachOf(credential);
  const at = (ms: number | null): string => (ms === null ? '' : clockTime(ms, ticker.nowMs()));
  const liveMay =
    reach.live === 0 ? (
      words.nothing
    ) : reach.liveScopes.length === 0 ? (
      words.unknownScopes
    ) : (
      <ScopeChips scopes={reach.liveScopes} />
    );
  const facts: readonly (readonly [label: string, fact: ReactNode])[] = [
    [words.tokens, words.counted(reach)],
    [words.live, liveMay],
    [words.from, words.fromWhere[accessType]],
  ];
  return (
    <DetailSection title={words.heading}>
      <p>
        <strong>{words.ifNothing(reach, at(reach.deadByMs), accessType)}</strong>{' '}
        {reach.renewal !== null && `${words.renewed(at(reach.renewal.untilMs))} `}
        {words.secretStays[accessType]}
      </p>
      <Facts of={facts} />
    </DetailSection>
  );
}
