// One call over a verified connection of its own, which is never used again: a second answer that nobody asked for
// reaches nobody (case 63).
import { Client } from 'undici';
import type { Budgets, CallName } from '../budgets.ts';
import type { CallOptions } from '../call-target.ts';
import { exchange, momentOf, type Outcome, type Sending } from './http-exchange.ts';
import { handOver, notOpened, openVerified, type ConnectPorts } from './verified-connection.ts';

/** Makes the call over a connection that it does or does not share. Never rejects. */
export type Send = (sending: Sending, options: CallOptions) => Promise<Outcome>;

/** What undici limits. Times are limited here, by the clock of the app. */
export const limitsOf = ({ headBytes, bodyBytes }: Budgets, call: CallName) =>
  ({
    maxHeaderSize: headBytes,
    maxResponseSize: bodyBytes[call],
    headersTimeout: 0,
    bodyTimeout: 0,
  }) as const;

/** Sends over a connection opened for this call alone. */
export const sendAlone =
  (ports: ConnectPorts): Send =>
  async (sending, options) => {
    const { clock, budgets } = ports;
    const { call, reach, endpoint } = sending;
    const ends = [options.signal, options.unsent].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(ends);
    let proxy: string | null = null;
    let isOpened = false;
    // SECURITY(S11): no cookie, cache or client certificate; nothing is kept alive or resumed behind this call's back.
    const client = new Client(endpoint.url.origin, {
      ...limitsOf(budgets, call),
      async connect(_options, done) {
        const opened = isOpened
          ? notOpened('connection_reset')
          : await openVerified(ports, { reach, url: endpoint.url, signal });
        isOpened = true;
        if (opened.ok) ({ proxy } = opened.value);
        handOver(opened, done);
      },
      pipelining: 0,
      allowH2: false,
    });
    const began = momentOf(clock);
    const outcome = await exchange(client, sending, {
      ...options,
      clock,
      budgets,
      began,
      unsentMs: null,
      proxy: () => proxy,
    });
    void client.destroy().catch(() => undefined);
    return outcome;
  };
