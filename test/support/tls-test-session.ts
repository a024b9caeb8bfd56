// An open session over real TLS: the real gateway client and listeners that answer with exactly the bytes a
// test gives, a memory vault, and a clock the test moves, so that budgets and pauses have their real length.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Token } from '../../electron/main/domain/token.ts';
import { createGateway } from '../../electron/main/gateway/gateway-client.ts';
import type { GatewayTarget } from '../../electron/main/gateway/call-target.ts';
import type { SessionServices } from '../../electron/main/session/session-services.ts';
import { quietSession } from './quiet-session.ts';
import { stateOf } from '../../electron/main/tokens/ledger/housekeeping.ts';
import type { TokenState } from '../../electron/shared/words.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import type { MemoryVault } from './memory-vault.ts';
import { answer, tokenJson } from './gateway-lab.ts';
import { startRawTlsServer, type Responder } from './raw-tls-server.ts';
import { createTestCertificates } from './test-certificates.ts';
import { createTestVault, TRADER } from './test-session.ts';

export interface TlsTestSession extends SessionServices {
  readonly clock: FakeClock;
  readonly vault: MemoryVault;
  /** The state of each token, the newest first. */
  readonly states: () => readonly TokenState[];
  /** Lets time pass in steps, and waits after each for the calls that began in it. */
  readonly pass: (ms: number) => Promise<void>;
}

/** Shorter than any deadline, so that no call runs into one for want of real time. */
const STEP_MS = 5_000;

/** A good answer to a request for a token that may trade. */
export const granted = (changes: Readonly<Record<string, unknown>> = {}): Responder =>
  answer(200, tokenJson({ scope: 'TRADER_TRADE', ...changes }));

/** Its newest token. */
export function tokenIn(session: TlsTestSession): Token {
  const [token] = session.vault.contents().tokens;
  if (token === undefined) throw new Error('no token');
  return token;
}

/** Turns of the event loop in which the next call of a judgement begins, after the one before it has ended. */
const QUIET_TURNS = 10;

/** A gateway that knows whether a call is under way, or about to follow one that has just ended. */
function countedCalls<T extends object>(
  real: T,
): { readonly gateway: T; readonly ended: () => Promise<void> } {
  let underWay = 0;
  /** Of connections that it opens, the calls count too. */
  const counted = <U extends object>(made: U): U =>
    new Proxy(made, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name, target);
        if (typeof method !== 'function') return method;
        return (...given: unknown[]): unknown => {
          const answer: unknown = Reflect.apply(method, target, given);
          if (answer instanceof Promise) {
            underWay += 1;
            return answer.finally(() => (underWay -= 1));
          }
          return typeof answer === 'object' && answer !== null ? counted(answer) : answer;
        };
      },
    });
  const gateway = counted(real);
  return {
    gateway,
    ended: async () => {
      for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
        await nextTurn();
        if (underWay > 0) {
          quiet = -1;
          await sleep(1);
        }
      }
    },
  };
}

export async function startTlsLab() {
  const certificates = await createTestCertificates();
  const base = await startRawTlsServer(certificates.good);
  const trade = await startRawTlsServer(certificates.good);
  const sessions: TlsTestSession[] = [];

  async function open(changes: Partial<GatewayTarget> = {}): Promise<TlsTestSession> {
    const clock = createFakeClock(Date.now());
    const vault = await createTestVault({
      baseUrl: base.url,
      tradeUrl: trade.url,
      authorityPem: certificates.authority,
      ...changes,
    });
    const calls = countedCalls(createGateway({ clock, systemAuthorities: () => [] }));
    const services = await quietSession({
      vault,
      gateway: calls.gateway,
      clock,
    });
    const session: TlsTestSession = {
      ...services,
      clock,
      vault,
      states: () =>
        vault.contents().tokens.map((token) => stateOf(services.session, vault.contents(), token)),
      async pass(ms) {
        for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
          await clock.advance(Math.min(STEP_MS, leftMs));
          await calls.ended();
        }
      },
    };
    sessions.push(session);
    return session;
  }

  async function reset(): Promise<void> {
    for (const session of sessions.splice(0)) {
      const closed = session.close();
      await session.clock.advance(60_000);
      await closed;
    }
    base.reset();
    trade.reset();
  }

  return {
    certificates,
    /** Where tokens are asked for and revoked. */
    base,
    /** Where they are used. */
    trade,
    open,
    /** A session with one token, and listeners that have forgotten how it came. */
    openWithToken: async (changes?: Readonly<Record<string, unknown>>) => {
      const session = await open();
      base.answerWith(granted(changes));
      await session.requests.request(TRADER, ['TRADER_TRADE']);
      base.reset();
      return session;
    },
    /** Ends the sessions; the listeners forget what they were asked. */
    reset,
    stop: async () => {
      await reset();
      await Promise.all([base.stop(), trade.stop()]);
    },
  };
}

export type TlsLab = Awaited<ReturnType<typeof startTlsLab>>;
