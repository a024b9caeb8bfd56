// Runs the checks of one credential one after the other, and stops where going on is pointless: first the
// addresses, then each host over a real connection on which nothing is sent, then a token of its own.
import type { CredentialPlace } from '../tokens/open-session.ts';
import { addressCheck, hostOf } from './address-check.ts';
import { hostChecks, isReached } from './host-checks.ts';
import type { CheckRun } from './connection-checks.ts';
import { climbWithToken, type TokenPorts } from './own-token.ts';
import { lookAtCommand } from './secret-check.ts';
import { hostSteps, tokenSteps } from './check-lines.ts';

/** Ends when every check has its verdict; stopped early, its token is revoked all the same. */
export async function climb(ports: TokenPorts, checkRun: CheckRun): Promise<void> {
  const { session } = ports;
  const { place, checks, signal } = checkRun;
  const { accessType } = place.credential;
  const { baseUrl, tradeUrl } = place.target;
  const isOneHost = hostOf(tradeUrl) === hostOf(baseUrl);

  checks.fill(
    'addresses',
    'address',
    addressCheck({ accessType, baseUrl, tradeUrl, otherHosts: otherHosts(ports, place) }),
  );
  const isBaseReached = await lookAt('base');
  const looksAtTrade = accessType === 'trader' && !isOneHost;
  const isTradeReached = looksAtTrade ? await lookAt('trade') : isBaseReached;
  const isConfirmed = await lookAtCommand(session, checkRun);
  const mayAsk = isBaseReached && isConfirmed && !signal.aborted;
  if (mayAsk) await climbWithToken(ports, checkRun, isTradeReached);
  const because = isConfirmed ? 'host_not_reached' : 'no_secret';
  checks.skip('token', tokenSteps, signal.aborted ? 'stopped' : because);

  async function lookAt(at: 'base' | 'trade'): Promise<boolean> {
    if (!signal.aborted) checks.begin(at, 'name');
    const side = at === 'base' ? 'baseUrl' : 'tradeUrl';
    const seen = signal.aborted
      ? null
      : await session.gateway.observeRoute(place.target, side, { signal });
    if (seen === null || signal.aborted) {
      checks.skip(at, hostSteps, 'stopped');
      return false;
    }
    const found = hostChecks(seen, session.clock.nowMs());
    for (const step of hostSteps) {
      const each = found[step];
      if (typeof each === 'string') checks.skip(at, [step], each);
      else checks.fill(at, step, each);
    }
    return isReached(seen);
  }
}

/** Hosts of the vault's other environments. */
function otherHosts({ session }: TokenPorts, place: CredentialPlace): readonly string[] {
  const others = session.vault
    .contents()
    .environments.filter(({ id }) => id !== place.environment.id)
    .flatMap(({ baseUrl, tradeUrl }) => [hostOf(baseUrl), hostOf(tradeUrl)]);
  return [...new Set(others)].filter((host) => host !== '');
}
