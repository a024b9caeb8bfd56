// Climbs the ladder of one credential, rung after rung, and stops where going on is pointless: first the
// addresses, then each host over a real connection on which nothing is sent, then a token of its own.
import type { CredentialPlace } from '../tokens/session-context.ts';
import { addressRung, hostOf } from './address-check.ts';
import { hostRungs, isReached } from './host-checks.ts';
import type { Ladder } from './connection-checks.ts';
import { climbWithToken, type TokenPorts } from './own-token.ts';
import { hostSteps, tokenSteps } from './check-lines.ts';

/** Ends when every rung has its verdict; stopped early, its token is revoked all the same. */
export async function climb(ports: TokenPorts, ladder: Ladder): Promise<void> {
  const { room } = ports;
  const { place, rungs, signal } = ladder;
  const { accessType } = place.credential;
  const { baseUrl, tradeUrl } = place.target;
  const isOneHost = hostOf(tradeUrl) === hostOf(baseUrl);

  rungs.fill(
    'addresses',
    'address',
    addressRung({ accessType, baseUrl, tradeUrl, otherHosts: otherHosts(ports, place) }),
  );
  const isBaseReached = await lookAt('base');
  const looksAtTrade = accessType === 'trader' && !isOneHost;
  const isTradeReached = looksAtTrade ? await lookAt('trade') : isBaseReached;
  if (isBaseReached && !signal.aborted) await climbWithToken(ports, ladder, isTradeReached);
  rungs.skip('token', tokenSteps, signal.aborted ? 'stopped' : 'host_not_reached');

  async function lookAt(at: 'base' | 'trade'): Promise<boolean> {
    if (!signal.aborted) rungs.begin(at, 'name');
    const side = at === 'base' ? 'baseUrl' : 'tradeUrl';
    const seen = signal.aborted
      ? null
      : await room.gateway.observeRoute(place.target, side, { signal });
    if (seen === null || signal.aborted) {
      rungs.skip(at, hostSteps, 'stopped');
      return false;
    }
    const found = hostRungs(seen, room.clock.nowMs());
    for (const step of hostSteps) {
      const each = found[step];
      if (typeof each === 'string') rungs.skip(at, [step], each);
      else rungs.fill(at, step, each);
    }
    return isReached(seen);
  }
}

/** Hosts of the vault's other environments. */
function otherHosts({ room }: TokenPorts, place: CredentialPlace): readonly string[] {
  const others = room.vault
    .contents()
    .environments.filter(({ id }) => id !== place.environment.id)
    .flatMap(({ baseUrl, tradeUrl }) => [hostOf(baseUrl), hostOf(tradeUrl)]);
  return [...new Set(others)].filter((host) => host !== '');
}
