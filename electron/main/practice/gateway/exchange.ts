// One request at the practice gateway from its last byte to its answer: find the endpoint, meet a
// fault, let the handler decide, wait, answer.
import type { Clock } from '../../domain/clock.ts';
import type { Fault, FaultQueue } from './faults.ts';
import type { Alteration, Surroundings } from './handling.ts';
import type { PracticeIncoming, PracticeOutgoing } from './listener.ts';
import type { PracticeLedger } from './request-ledger.ts';
import type { PracticeSettings } from './practice-settings.ts';
import { readRequest, type PracticeRequest } from './read-request.ts';
import { oauthError, type Reply } from './reply.ts';
import { findRoute, type PracticeHost, type RouteFound } from './practice-routes.ts';

/** Of tests alone: sees requests as they came, with the secrets in them. */
export interface PracticeWatch {
  /** A TCP connection was accepted, whether or not TLS follows. */
  readonly connected: () => void;
  readonly asked: (
    host: PracticeHost,
    request: PracticeRequest,
    incoming: PracticeIncoming,
  ) => void;
}

export interface ExchangePorts {
  readonly clock: Clock;
  readonly settings: () => PracticeSettings;
  readonly surroundings: (alteration: Alteration) => Surroundings;
  readonly faults: Pick<FaultQueue, 'take'>;
  readonly ledger: PracticeLedger;
  readonly watch: PracticeWatch | undefined;
}

export async function serveExchange(
  host: PracticeHost,
  incoming: PracticeIncoming,
  outgoing: PracticeOutgoing,
  ports: ExchangePorts,
): Promise<void> {
  const { clock, ledger } = ports;
  const request = await readRequest(incoming);
  const route = findRoute(host, request.method, request.path);
  const { endpoint } = route;
  const atMs = clock.nowMs();
  const answered = ledger.arrived({ atMs, host, endpoint, request });
  ports.watch?.asked(host, request, incoming);
  const fault = ports.faults.take(endpoint, ports.settings().fault);
  const reply = decide(route, request, fault, ports);
  const delayMs = reply?.delayMs ?? 0;
  if (delayMs > 0) await new Promise<void>((resolve) => clock.after(delayMs, resolve));
  answer(outgoing, fault, reply, answered, ports);
}

/** Null where a fault keeps the call from doing anything and sends no HTTP answer of its own. */
function decide(
  route: RouteFound,
  request: PracticeRequest,
  fault: Fault | null,
  ports: ExchangePorts,
): Reply | null {
  const alteration = fault?.kind === 'alter' ? fault.alteration : {};
  const ordinary = (): Reply =>
    request.tooLarge
      ? oauthError(413, 'invalid_request', 'The body is too large')
      : route.answer(request, ports.surroundings(alteration));
  if (fault === null || fault.kind === 'alter') return ordinary();
  const done = fault.performs === 'effect' ? ordinary() : null;
  return fault.kind === 'answer' ? fault.reply() : done;
}

function answer(
  outgoing: PracticeOutgoing,
  fault: Fault | null,
  reply: Reply | null,
  answered: (status: number | null, note: string) => void,
  ports: ExchangePorts,
): void {
  const effect = reply ? ` (${reply.note})` : '';
  if (fault?.kind === 'hang') {
    answered(null, `fault: no answer${effect}`);
  } else if (fault?.kind === 'drop') {
    answered(null, `fault: connection closed${effect}`);
    outgoing.socket?.destroy();
  } else if (reply !== null) {
    answered(reply.status, reply.note);
    const altered = fault?.kind === 'alter' ? (fault.alteration.dateSkewSeconds ?? 0) : 0;
    send(outgoing, reply, ports.clock.nowMs(), ports.settings().dateSkewSeconds + altered);
  }
}

function send(outgoing: PracticeOutgoing, reply: Reply, nowMs: number, skewSeconds: number): void {
  const { body, status } = reply;
  const headers = {
    Date: new Date(nowMs + skewSeconds * 1000).toUTCString(),
    ...(status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...reply.headers,
  };
  outgoing.sendDate = false;
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.end(body);
}
