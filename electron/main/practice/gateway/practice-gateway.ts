// The practice gateway: a loopback stand-in for the API gateway, over real HTTPS under its own
// authority, faithful to the specification. Works with no account; knows practice credentials only;
// listens on 127.0.0.1 and nowhere else (I7). One listener each for {base_url} and {trade_url}.
import { systemClock, type Clock } from '../../domain/clock.ts';
import { createPracticeAuthority } from './practice-authority.ts';
import { createControls, type PracticeControls } from './controls.ts';
import { serveExchange, type ExchangePorts } from './exchange.ts';
import { createFaultQueue } from './fault-queue.ts';
import { createLedger, type PracticeLedger } from './request-ledger.ts';
import { startListener, type Listener } from './listener.ts';
import { createPauses } from './pauses.ts';
import { createStateWriter, loadState, noWriter } from './persistence.ts';
import { defaultSettings, type PracticeSettings } from './practice-settings.ts';
import { createPracticeState } from './practice-state.ts';
import { randomText } from './random-text.ts';
import type { PracticeHost } from './practice-routes.ts';

export interface PracticeOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<PracticeSettings>;
  /** Where tokens and clients are remembered across restarts; none: in memory alone. */
  readonly stateFile?: string;
  /** Tests only: keep requests as they came, secrets included. */
  readonly keepRaw?: boolean;
}

export interface PracticeGateway {
  /** `{base_url}` and `{trade_url}`: https, 127.0.0.1, a port that is new at every start. */
  readonly baseUrl: string;
  readonly tradeUrl: string;
  /** The one certificate a client has to trust. */
  readonly authorityPem: string;
  readonly controls: PracticeControls;
  readonly ledger: PracticeLedger;
  /** Ends every connection at once; resolves when the ports are free and the state is saved. */
  readonly stop: () => Promise<void>;
}

/** Rejects only where the machine refuses a loopback port. */
export async function startPracticeGateway(
  options: PracticeOptions = {},
): Promise<PracticeGateway> {
  const { clock = systemClock, keepRaw = false, stateFile } = options;
  const [authority, loaded] = await Promise.all([
    createPracticeAuthority(),
    stateFile === undefined ? null : loadState(stateFile),
  ]);
  let settings = { ...defaultSettings, ...options.settings };
  const state = createPracticeState(loaded, () => writer.save());
  const writer = stateFile === undefined ? noWriter : createStateWriter(stateFile, state.snapshot);
  const ledger = createLedger();
  const faults = createFaultQueue();
  const pauses = createPauses(clock);
  const firstUses = createFirstUses();
  const numberOf = createNumbers();
  const sampleKey = randomText('practice-key-').toString('ascii');
  let resourceRequests = 0;

  const ports: ExchangePorts = {
    clock,
    faults,
    ledger,
    settings: () => settings,
    saved: writer.settled,
    wait: pauses.wait,
    rawConnection: (request) => (keepRaw ? numberOf(request.socket) : null),
    surroundings: (alteration) => ({
      baseUrl: base.url,
      state,
      settings,
      alteration,
      sampleKey,
      nowMs: clock.nowMs(),
      isFirstUse: firstUses,
      region() {
        resourceRequests += 1;
        return resourceRequests % Math.max(1, settings.regions);
      },
    }),
  };

  const listen = (host: PracticeHost): Promise<Listener> =>
    startListener(authority, ledger.connected, (request, response) => {
      // The only ways to fail here are a client that goes away and a stopped gateway.
      serveExchange(host, request, response, ports).catch(() => request.socket.destroy());
    });
  const base = await listen('base');
  const trade = await listen('trade');

  return {
    baseUrl: base.url,
    tradeUrl: trade.url,
    authorityPem: authority.authorityPem,
    controls: createControls({
      clock,
      state,
      faults,
      settings: () => settings,
      change(changes): void {
        settings = { ...settings, ...changes };
      },
    }),
    ledger,
    async stop(): Promise<void> {
      pauses.end();
      await Promise.all([base.stop(), trade.stop()]);
      await writer.settled();
    },
  };
}

/** True once for each token digest. */
function createFirstUses(): (digest: string) => boolean {
  const seen = new Set<string>();
  return (digest) => {
    const first = !seen.has(digest);
    seen.add(digest);
    return first;
  };
}

/** Counts things from 1 in the order they are first asked about. */
function createNumbers(): (thing: object) => number {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (thing) => {
    const known = numbers.get(thing);
    if (known !== undefined) return known;
    last += 1;
    numbers.set(thing, last);
    return last;
  };
}
