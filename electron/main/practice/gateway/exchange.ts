// One request at the practice gateway from its last byte to its answer: find the endpoint, meet a
// fault, let the handler decide, save, wait, answer. Wipes what it read and what it sent.
import type { Clock } from '../../domain/clock.ts';
import type { Fault } from './faults.ts';
import type { FaultQueue } from './fault-queue.ts';
import type { Alteration, Surroundings, PracticeRequest } from './handling.ts';
import type { PracticeIncoming, PracticeOutgoing } from './listener.ts';
import type { LedgerWriter } from './request-ledger.ts';
import type { PracticeSettings } from './practice-settings.ts';
import { readRequest, type ReadRequest } from './read-request.ts';
import { jsonReply, oauthError, type Reply, badCredentials, emptyReply } from './reply.ts';
import { wipeFields } from './request-fields.ts';
import { answerPositions, answerUnlisted, answerWhoAmI, notFound } from './resources.ts';
import { answerIntrospection } from './introspect-endpoint.ts';
import { findRoute, type PracticeHost, type RouteFound } from './practice-routes.ts';
import {
  answerPartnerToken,
  answerTraderToken,
  authenticated,
  refuseShape,
} from './token-endpoints.ts';

/**
 * The Trader revocation endpoint (docs/service.md 4, RFC 7009): accepts whatever the token, tells
 * nothing about it, and ends only tokens of the client that asks. The answer's shape is not shown.
 */
function answerRevoke(request: PracticeRequest, around: Surroundings): Reply {
  const refused = refuseShape(request, 'form', ['client_id', 'client_secret', 'token']);
  if (refused) return refused;
  const client = authenticated(request, around, 'trader');
  if (!client) return badCredentials(around.settings.badCredentials, 'credentials refused');
  const text = request.fields.values.get('token') ?? Buffer.alloc(0);
  const token = around.state.tokenOf(text);
  const accepted = (note: string): Reply => ({
    ...emptyReply(200, note),
    delayMs: around.settings.revokeLatencyMs,
  });
  if (!token) return accepted('accepted: unknown token');
  if (token.clientId !== client.clientId) return accepted("accepted: another client's token, kept");
  const first = around.state.revoke(token, around.nowMs);
  if (!first) return accepted('accepted: was revoked before');
  return accepted(
    around.nowMs < token.expiresAtMs ? 'accepted: revoked' : 'accepted: had expired before',
  );
}

export interface ExchangePorts {
  readonly clock: Clock;
  readonly settings: () => PracticeSettings;
  readonly surroundings: (alteration: Alteration) => Surroundings;
  readonly faults: FaultQueue;
  readonly ledger: LedgerWriter;
  /** Resolves once the state a restart needs is in its file. */
  readonly saved: () => Promise<void>;
  readonly wait: (delayMs: number) => Promise<void>;
  /** Number of the request's connection where raw requests are kept for tests, else null. */
  readonly rawConnection: (request: PracticeIncoming) => number | null;
}

export async function serveExchange(
  host: PracticeHost,
  incoming: PracticeIncoming,
  outgoing: PracticeOutgoing,
  ports: ExchangePorts,
): Promise<void> {
  const request = await readRequest(incoming);
  const { body, fields, headers, method } = request;
  const route = findRoute(host, method, request.path);
  const { endpoint } = route;
  const atMs = ports.clock.nowMs();
  const answered = ports.ledger.arrived({ atMs, host, endpoint, method, request });
  const connection = ports.rawConnection(incoming);
  if (connection !== null) {
    ports.ledger.keepRaw({
      atMs,
      host,
      method,
      headers,
      connection,
      target: incoming.url ?? '',
      rawHeaders: [...incoming.rawHeaders],
      body: Buffer.from(body),
      fields: Object.fromEntries([...fields.values].map(([k, v]) => [k, v.toString('utf8')])),
    });
  }
  const fault = ports.faults.take(endpoint, ports.settings().fault);
  const reply = decide(route, request, fault, ports);
  wipeFields(fields);
  body.fill(0);
  await ports.saved();
  await ports.wait(reply?.delayMs ?? 0);
  await answer(outgoing, fault, reply, answered, ports);
}

/** Null where a fault keeps the call from doing anything and sends no HTTP answer of its own. */
function decide(
  route: RouteFound,
  request: ReadRequest,
  fault: Fault | null,
  ports: ExchangePorts,
): Reply | null {
  const alteration = fault?.kind === 'alter' ? fault.alteration : {};
  const ordinary = (): Reply => handle(route, request, ports.surroundings(alteration));
  if (fault === null || fault.kind === 'alter') return ordinary();
  const done = fault.performs === 'effect' ? ordinary() : null;
  return fault.kind === 'answer' ? fault.reply() : done;
}

function handle(route: RouteFound, request: ReadRequest, around: Surroundings): Reply {
  if (request.tooLarge) return oauthError(413, 'invalid_request', 'The body is too large');
  if (route.allowedMethod !== null) {
    const reply = jsonReply(405, { error: 'method_not_allowed' }, 'method not allowed');
    return { ...reply, headers: { ...reply.headers, Allow: route.allowedMethod } };
  }
  switch (route.endpoint) {
    case 'trader_token':
      return answerTraderToken(request, around);
    case 'trader_revoke':
      return answerRevoke(request, around);
    case 'introspect':
      return answerIntrospection(request, around);
    case 'partner_token':
      return answerPartnerToken(request, around);
    case 'positions':
      return answerPositions(request, around);
    case 'who_am_i':
      return answerWhoAmI(request, around);
    case 'other_trader':
    case 'other_trade':
      return answerUnlisted(request, around, 'trader');
    case 'other_partner':
      return answerUnlisted(request, around, 'partner');
    case 'unknown':
      return notFound();
  }
}

async function answer(
  outgoing: PracticeOutgoing,
  fault: Fault | null,
  reply: Reply | null,
  answered: (status: number | null, note: string) => void,
  ports: ExchangePorts,
): Promise<void> {
  const effect = reply ? ` (${reply.note})` : '';
  if (fault?.kind === 'hang') return answered(null, `fault: no answer${effect}`);
  if (fault?.kind === 'drop') {
    answered(null, `fault: connection closed${effect}`);
    outgoing.socket?.destroy();
    return undefined;
  }
  if (fault?.kind === 'bytes') {
    answered(null, `fault: raw bytes${effect}`);
    outgoing.socket?.write(fault.bytes);
    if (fault.close) outgoing.socket?.end();
    return undefined;
  }
  if (!reply) return undefined;
  answered(reply.status, reply.note);
  send(outgoing, reply, fault, ports);
  return undefined;
}

function send(
  outgoing: PracticeOutgoing,
  reply: Reply,
  fault: Fault | null,
  ports: ExchangePorts,
): void {
  const { body, headers, status } = reply;
  const altered = fault?.kind === 'alter' ? (fault.alteration.dateSkewSeconds ?? 0) : 0;
  const skewSeconds = ports.settings().dateSkewSeconds + altered;
  const dateMs = ports.clock.nowMs() + skewSeconds * 1000;
  outgoing.sendDate = false;
  outgoing.once('close', () => body.fill(0));
  outgoing.statusCode = status;
  const all = {
    Date: new Date(dateMs).toUTCString(),
    ...(status === 204 ? {} : { 'Content-Length': String(body.length) }),
    ...headers,
  };
  for (const [name, value] of Object.entries(all)) outgoing.setHeader(name, value);
  outgoing.end(body);
}
