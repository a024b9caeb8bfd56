// The connections of one address that many revocations share: HTTP/2 where the server offers it (ALPN), else kept
// HTTP/1.1 connections, in a pool of undici. Each is verified by itself. Where HTTP/2 fails a call, the next tries go
// over HTTP/1.1: some servers ask for that (RFC 9113 section 7, HTTP_1_1_REQUIRED), others just hang up.
import { Pool, type buildConnector } from 'undici';
import type { GatewayFailureCode } from '../../../shared/failures/failure.ts';
import { exchange, momentOf, type Outcome } from './http-exchange.ts';
import { limitsOf, type Send } from './single-call.ts';
import {
  handOver,
  notOpened,
  openVerified,
  type ConnectPorts,
  type Reach,
} from './verified-connection.ts';

/** Calls at once over HTTP/2, whose connections carry many each. */
const WIDTH_H2 = 1_000;
/** Calls at once over HTTP/1.1, each on a connection of its own: at most so many, and one more for each answer. */
const WIDTH_H1 = 100;
/** At first, over HTTP/1.1. */
const BORNE_AT_FIRST = 16;
const MOST_STREAMS = 250;
/** Once a server has closed connections beyond those that it bears: so many answers, and one more is tried. */
const ANSWERS_PER_CONNECTION = 20;
/** More than calls at once: those that hang keep theirs. */
const MOST_CONNECTIONS = 256;
/** A connection that takes too long ends first, by its own limit: it names what stood in the way, such as a proxy. */
const NAMED_WITHIN_MS = 500;
/** So many HTTP/2 connections that end while calls wait, without an answer between them, are no accident. */
const MOST_ENDS = 2;

/** What the end of an HTTP/2 connection or stream looks like to a call; a server that is silent is none. */
const h2Trouble: ReadonlySet<GatewayFailureCode> = new Set<GatewayFailureCode>([
  'connection_reset',
  'incomplete_response',
  'protocol_error',
  'tls_protocol',
]);

interface SharedOptions {
  readonly url: URL;
  readonly reach: Reach;
  /** Whether `reach` is still how and by whom the host is reached; asked before each connection and each call. */
  readonly isCurrent: () => boolean;
  /** A connection is up: more calls than before may be under way. */
  readonly onOpened: () => void;
}

/** Opened with the first call; idle ones end by themselves. Ends with `close`. */
export class SharedConnections {
  readonly #ports: ConnectPorts;
  readonly #options: SharedOptions;
  readonly #closing = new AbortController();
  #pool: Pool;
  #protocol: 'h1' | 'h2' | null = null;
  /** HTTP/2 failed here: it is not offered again. */
  #isH1 = false;
  #ends = 0;
  /** Some connection of the pool has brought an answer, and may be a kept one. */
  #isUsed = false;
  #proxy: string | null = null;
  /** HTTP/1.1 connections that the server is known to bear at once, as far as they were tried. */
  #borne = BORNE_AT_FIRST;
  #hasClosed = false;
  #answers = 0;

  constructor(ports: ConnectPorts, options: SharedOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#pool = this.#openPool();
  }

  /** Calls that may be under way at once: one, until a connection shows which protocol it is. */
  width(): number {
    if (this.#protocol === null) return 1;
    return this.#protocol === 'h2' ? WIDTH_H2 : this.#borne;
  }

  /** Ends every connection; calls under way fail with `cancelled`. */
  close(): void {
    this.#closing.abort();
    void this.#pool.destroy().catch(() => undefined);
  }

  readonly send: Send = async (sending, options) => {
    const { clock, budgets } = this.#ports;
    const began = momentOf(clock);
    const isOpen = this.#isOpen();
    const pool = this.#pool;
    const ask = (): Promise<Outcome> =>
      exchange(this.#pool, sending, {
        ...options,
        signal: isOpen ? options.signal : this.#closing.signal,
        clock,
        budgets,
        began,
        unsentMs: budgets.connectMs + NAMED_WITHIN_MS,
        proxy: () => this.#proxy,
      });
    const wasUsed = this.#isUsed && this.#protocol === 'h1';
    let outcome = await ask();
    // Revoking twice does no harm, and a server may end a kept connection in the moment of asking (case 76).
    const isReset = outcome.kind === 'failed' && outcome.code === 'connection_reset';
    if (isReset && outcome.sent && wasUsed && this.#isOpen()) outcome = await ask();
    if (outcome.kind === 'answered') this.#noteAnswer();
    else if (pool === this.#pool && this.#failedByH2(outcome)) this.#fallBack();
    else if (outcome.code === 'connection_reset') this.#noteClosed();
    return outcome.kind === 'failed' && !this.#isOpen()
      ? { ...outcome, code: 'cancelled', about: null }
      : outcome;
  };

  #noteAnswer(): void {
    [this.#ends, this.#isUsed] = [0, true];
    this.#answers += 1;
    const isDue = !this.#hasClosed || this.#answers % ANSWERS_PER_CONNECTION === 0;
    if (this.#protocol === 'h1' && this.#borne < WIDTH_H1 && isDue) this.#borne += 1;
  }

  /** A server that takes few connections closes those beyond them: the calls wait for the others instead. */
  #noteClosed(): void {
    const { connected } = this.#pool.stats;
    if (this.#protocol !== 'h1' || connected === 0) return;
    this.#hasClosed = true;
    this.#borne = Math.min(this.#borne, connected);
  }

  #isOpen(): boolean {
    if (this.#closing.signal.aborted) return false;
    // SECURITY(S35): nothing goes where the person no longer sends it.
    if (this.#options.isCurrent()) return true;
    this.close();
    return false;
  }

  #failedByH2({ code, sent }: Extract<Outcome, { readonly kind: 'failed' }>): boolean {
    if (this.#protocol !== 'h2') return false;
    return h2Trouble.has(code) || (code === 'connect_timeout' && !sent);
  }

  #fallBack(): void {
    const before = this.#pool;
    this.#isH1 = true;
    this.#protocol = null;
    this.#pool = this.#openPool();
    // Answers to calls under way may still come; what waits is asked again.
    void before.close().catch(() => undefined);
  }

  #openPool(): Pool {
    const pool = new Pool(this.#options.url.origin, {
      ...limitsOf(this.#ports.budgets, 'revoke'),
      connect: (_options, done) => void this.#connect(done),
      connections: MOST_CONNECTIONS,
      pipelining: 1,
      allowH2: !this.#isH1,
      h2Options: { maxConcurrentStreams: MOST_STREAMS, pingInterval: 0 },
    });
    pool.on('disconnect', () => {
      if (this.#protocol !== 'h2' || pool !== this.#pool || pool.stats.size === 0) return;
      this.#ends += 1;
      if (this.#ends < MOST_ENDS) return;
      this.#fallBack();
      void pool.destroy().catch(() => undefined);
    });
    return pool;
  }

  async #connect(done: buildConnector.Callback): Promise<void> {
    const { url, reach } = this.#options;
    const isH1 = this.#isH1;
    const opened = this.#isOpen()
      ? await openVerified(this.#ports, {
          reach,
          url,
          signal: this.#closing.signal,
          protocols: isH1 ? ['http/1.1'] : ['h2', 'http/1.1'],
        })
      : notOpened('cancelled');
    if (opened.ok) {
      const { socket, proxy } = opened.value;
      this.#proxy = proxy;
      // One that was begun before HTTP/2 was given up says nothing of what is spoken now.
      if (isH1 === this.#isH1) this.#protocol = socket.alpnProtocol === 'h2' ? 'h2' : 'h1';
    }
    handOver(opened, done);
    if (opened.ok) this.#options.onOpened();
  }
}
