// Runs the checks of one credential one after the other, and stops where going on is pointless: first the
// addresses, then each host over a real connection on which nothing is sent, then a token of its own.
import { hostOf } from '../domain/place-words.ts';
import type { CredentialPlace } from '../tokens/open-session.ts';
import { addressCheck } from './address-check.ts';
import {
  hostSteps,
  line,
  running,
  tokenSteps,
  untried,
  type CheckRun,
  type Checks,
} from './check-lines.ts';
import { hostChecks } from './host-checks.ts';
import { checkOwnToken, type TokenPorts } from './own-token.ts';
import { checkCommand } from './secret-check.ts';

/** Ends when every check has its verdict; stopped early, its token is revoked all the same. */
export async function* runChecks(ports: TokenPorts, run: CheckRun): Checks {
  const { session } = ports;
  const { place, signal } = run;
  const { accessType } = place.credential;
  const { baseUrl, tradeUrl } = place.target;
  const isOneHost = hostOf(tradeUrl) === hostOf(baseUrl);
  const addresses = { accessType, baseUrl, tradeUrl, otherHosts: otherHosts(ports, place) };

  yield line('addresses', 'address', addressCheck(addresses));
  const isBaseReached = yield* checkHost(ports, run, 'base');
  const looksAtTrade = accessType === 'trader' && !isOneHost;
  const isTradeReached = looksAtTrade ? yield* checkHost(ports, run, 'trade') : isBaseReached;
  const isConfirmed = yield* checkCommand(session, run);
  const mayAsk = isBaseReached && isConfirmed && !signal.aborted;
  if (mayAsk) yield* checkOwnToken(ports, run, isTradeReached);
  const because = isConfirmed ? 'host_not_reached' : 'no_secret';
  yield* untried('token', tokenSteps, signal.aborted ? 'stopped' : because);
}

/** Whether it was reached. */
async function* checkHost(
  { session }: TokenPorts,
  { place, signal }: CheckRun,
  at: 'base' | 'trade',
): Checks<boolean> {
  if (!signal.aborted) yield running(at, 'name');
  const side = at === 'base' ? 'baseUrl' : 'tradeUrl';
  const seen = signal.aborted
    ? null
    : await session.gateway.observeRoute(place.target, side, { signal });
  if (seen === null || signal.aborted) {
    yield* untried(at, hostSteps, 'stopped');
    return false;
  }
  const found = hostChecks(seen, session.clock.nowMs());
  for (const step of hostSteps) {
    const each = found[step];
    if (typeof each === 'string') yield* untried(at, [step], each);
    else yield line(at, step, each);
  }
  // Calls to this host can be made.
  return seen.failure === null;
}

/** Hosts of the vault's other environments. */
function otherHosts({ session }: TokenPorts, place: CredentialPlace): readonly string[] {
  const others = session.vault
    .contents()
    .environments.filter(({ id }) => id !== place.environment.id)
    .flatMap(({ baseUrl, tradeUrl }) => [hostOf(baseUrl), hostOf(tradeUrl)]);
  return [...new Set(others)].filter((host) => host !== '');
}
