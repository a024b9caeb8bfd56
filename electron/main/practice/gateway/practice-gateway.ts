// The practice gateway: a loopback stand-in for the API gateway, over real HTTPS under its own
// authority, faithful to the specification. Works with no account; knows practice credentials only;
// listens on 127.0.0.1 and nowhere else (I7). One listener each for {base_url} and {trade_url}.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { systemClock, type Clock } from '../../domain/clock.ts';
import { FaultQueue, type Fault, type Injection } from './faults.ts';
import { createPracticeAuthority, type PracticeAuthority } from './practice-authority.ts';
import { findRoute, type PracticeHost } from './practice-routes.ts';
import { defaultSettings, type PracticeSettings } from './practice-settings.ts';
import { createPracticeState, randomText, type PracticeState } from './practice-state.ts';
import { readRequest, type PracticeRequest } from './read-request.ts';
import { oauthError, type Reply } from './reply.ts';
import { createPracticeLedger } from './request-ledger.ts';

type Incoming = IncomingMessage | Http2ServerRequest;
type Outgoing = ServerResponse | Http2ServerResponse;

/** Of tests alone: sees requests as they came, with the secrets in them. */
interface PracticeWatch {
  /** A TCP connection was accepted, whether or not TLS follows. */
  readonly connected: () => void;
  readonly asked: (host: PracticeHost, request: PracticeRequest, incoming: Incoming) => void;
}

export interface PracticeOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<PracticeSettings>;
  /** Clients and tokens that it knows already, of a gateway before it. */
  readonly state?: PracticeState;
  readonly watch?: PracticeWatch;
}

export type PracticeGateway = Awaited<ReturnType<typeof startPracticeGateway>>;

// SECURITY(S20): the only place in which the app listens.
const LOOPBACK = '127.0.0.1';
/** Of HTTP/2; Node's own cap for HTTP/1.1. */
const MAX_HEADER_BYTES = 16_384;
/** What most servers allow. */
const MAX_STREAMS = 100;

/** What every request meets. */
interface Serving {
  readonly clock: Clock;
  readonly state: PracticeState;
  readonly faults: FaultQueue;
  readonly ledger: ReturnType<typeof createPracticeLedger>;
  readonly watch: PracticeWatch | undefined;
  /** Random per start; in answers, to be masked by whoever shows them. */
  readonly sampleKey: string;
  settings: PracticeSettings;
}

/** Rejects only where the machine refuses a loopback port. */
export async function startPracticeGateway(options: PracticeOptions = {}) {
  const { clock = systemClock, watch, state = createPracticeState(clock) } = options;
  const authority = await createPracticeAuthority();
  const serving: Serving = {
    clock,
    state,
    faults: new FaultQueue(),
    ledger: createPracticeLedger(),
    watch,
    sampleKey: randomText('practice-key-'),
    settings: { ...defaultSettings, ...options.settings },
  };
  const base = await listen('base', authority, serving);
  const trade = await listen('trade', authority, serving);
  const { faults, ledger } = serving;
  return {
    /** `{base_url}` and `{trade_url}`: https, 127.0.0.1, a port that is new at every start. */
    baseUrl: base.url,
    tradeUrl: trade.url,
    /** The one certificate a client has to trust. */
    authorityPem: authority.authorityPem,
    /** What a person in practice mode, the app and tests may do to it, in the part of the web app too. */
    controls: {
      ...state,
      settings: () => serving.settings,
      /** Takes effect with the next request; lifetimes with the next token. */
      set(changes: Partial<PracticeSettings>): void {
        serving.settings = { ...serving.settings, ...changes };
      },
      /** Meets the given number of requests, before any fault of the settings. */
      inject: (injection: Injection) => faults.inject(injection),
      clearFaults: () => faults.clear(),
    },
    ledger: { entries: ledger.entries, clear: ledger.clear },
    /** Ends every connection at once; resolves when the ports are free. */
    async stop(): Promise<void> {
      await Promise.all([base.stop(), trade.stop()]);
    },
  };
}

/** On a port the system chooses. `stop` ends every connection at once, those still in their handshake too. */
async function listen(host: PracticeHost, authority: PracticeAuthority, serving: Serving) {
  const sockets = new Set<Socket>();
  const server = createSecureServer({
    key: authority.privateKeyPem,
    cert: authority.certificatePem,
    minVersion: 'TLSv1.2',
    allowHTTP1: true,
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: MAX_HEADER_BYTES },
  });
  server.on('request', (request: Incoming, response: Outgoing) => {
    // The only ways to fail here are a client that goes away and a stopped gateway.
    serve(host, request, response, serving).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serving.watch?.connected();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${LOOPBACK}:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Reads a request, finds its endpoint, meets a fault, lets the endpoint decide, waits, answers. */
async function serve(
  host: PracticeHost,
  incoming: Incoming,
  outgoing: Outgoing,
  serving: Serving,
): Promise<void> {
  const { clock, faults, ledger, watch } = serving;
  const request = await readRequest(incoming);
  const { endpoint, answer } = findRoute(host, request.method, request.path);
  const answered = ledger.arrived(request, clock.nowMs());
  watch?.asked(host, request, incoming);
  const fault = faults.take(endpoint, serving.settings.fault);
  const reply = replyTo(request, answer, fault, serving);
  const delayMs = reply?.delayMs ?? 0;
  if (delayMs > 0) await new Promise<void>((resolve) => clock.after(delayMs, resolve));
  if (fault?.kind === 'lose') {
    answered(null, `fault: connection closed (${reply?.note})`);
    outgoing.socket?.destroy();
  } else if (reply === null) {
    answered(null, 'fault: no answer');
  } else {
    answered(reply.status, reply.note);
    const skewSeconds = fault?.kind === 'alter' ? (fault.alteration.dateSkewSeconds ?? 0) : 0;
    send(outgoing, reply, clock.nowMs() + skewSeconds * 1000);
  }
}

/** Null where a fault keeps the call from doing anything and sends no HTTP answer of its own. */
function replyTo(
  request: PracticeRequest,
  answer: ReturnType<typeof findRoute>['answer'],
  fault: Fault | null,
  { clock, state, settings, sampleKey }: Serving,
): Reply | null {
  if (fault?.kind === 'answer') return fault.reply();
  if (fault?.kind === 'hang') return null;
  if (request.tooLarge) return oauthError(413, 'invalid_request', 'The body is too large');
  const alteration = fault?.kind === 'alter' ? fault.alteration : {};
  return answer(request, { state, settings, alteration, sampleKey, nowMs: clock.nowMs() });
}

function send(outgoing: Outgoing, { body, headers, status }: Reply, dateMs: number): void {
  outgoing.sendDate = false;
  outgoing.statusCode = status;
  const all = {
    Date: new Date(dateMs).toUTCString(),
    ...(status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) outgoing.setHeader(name, value);
  outgoing.end(body);
}
