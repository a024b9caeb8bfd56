// The practice gateway: a loopback stand-in for the API gateway, over real HTTPS under its own
// authority, faithful to the specification. Works with no account; knows practice credentials only;
// listens on 127.0.0.1 and nowhere else (I7). One listener each for {base_url} and {trade_url}.
import { systemClock, type Clock } from '../../domain/clock.ts';
import { createPracticeAuthority } from './practice-authority.ts';
import { serveExchange, type ExchangePorts, type PracticeWatch } from './exchange.ts';
import { createFaultQueue, type Injection } from './faults.ts';
import { PracticeLedger } from './request-ledger.ts';
import { startListener, type Listener } from './listener.ts';
import { defaultSettings, type PracticeSettings } from './practice-settings.ts';
import { createPracticeState, randomText, type PracticeState } from './practice-state.ts';
import type { PracticeHost } from './practice-routes.ts';

export interface PracticeOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<PracticeSettings>;
  /** Clients and tokens that it knows already, of a gateway before it. */
  readonly state?: PracticeState;
  readonly watch?: PracticeWatch;
}

/** What a person in practice mode, the app and tests may do to it, in the part of the web app too. */
export interface PracticeControls extends PracticeState {
  readonly settings: () => PracticeSettings;
  /** Takes effect with the next request; lifetimes with the next token. */
  readonly set: (changes: Partial<PracticeSettings>) => void;
  /** Meets the given number of requests, before any fault of the settings. */
  readonly inject: (injection: Injection) => void;
  readonly clearFaults: () => void;
}

export interface PracticeGateway {
  /** `{base_url}` and `{trade_url}`: https, 127.0.0.1, a port that is new at every start. */
  readonly baseUrl: string;
  readonly tradeUrl: string;
  /** The one certificate a client has to trust. */
  readonly authorityPem: string;
  readonly controls: PracticeControls;
  readonly ledger: Pick<PracticeLedger, 'entries' | 'clear'>;
  /** Ends every connection at once; resolves when the ports are free. */
  readonly stop: () => Promise<void>;
}

/** Rejects only where the machine refuses a loopback port. */
export async function startPracticeGateway(
  options: PracticeOptions = {},
): Promise<PracticeGateway> {
  const { clock = systemClock, watch, state = createPracticeState(clock) } = options;
  const authority = await createPracticeAuthority();
  let settings = { ...defaultSettings, ...options.settings };
  const ledger = new PracticeLedger();
  const faults = createFaultQueue();
  const sampleKey = randomText('practice-key-');

  const ports: ExchangePorts = {
    clock,
    faults,
    ledger,
    settings: () => settings,
    watch,
    surroundings: (alteration) => ({
      state,
      settings,
      alteration,
      sampleKey,
      nowMs: clock.nowMs(),
    }),
  };

  const listen = (host: PracticeHost): Promise<Listener> =>
    startListener(authority, watch?.connected, (request, response) => {
      // The only ways to fail here are a client that goes away and a stopped gateway.
      serveExchange(host, request, response, ports).catch(() => request.socket.destroy());
    });
  const base = await listen('base');
  const trade = await listen('trade');

  return {
    baseUrl: base.url,
    tradeUrl: trade.url,
    authorityPem: authority.authorityPem,
    controls: {
      ...state,
      settings: () => settings,
      set(changes): void {
        settings = { ...settings, ...changes };
      },
      inject: faults.inject,
      clearFaults: faults.clear,
    },
    ledger,
    async stop(): Promise<void> {
      await Promise.all([base.stop(), trade.stop()]);
    },
  };
}
