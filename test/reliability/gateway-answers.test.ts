// R13 over real TLS: thousands of generated answers to each call. Whatever comes back, a call
// ends in a typed result that repeats neither secret nor token, and exactly one request ever left.
import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from '../support/seeded-fast-check.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { gatewayFailureCodes } from '../../electron/shared/failures/failure.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import type { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type {
  GatewayFailure,
  GatewayTarget,
  ProbeAnswer,
  TokenAnswer,
} from '../../electron/main/gateway/gateway.ts';
import { readAnswer } from '../../electron/main/tokens/checks/answer-tree.ts';
import { readIntrospection } from '../../electron/main/inspection/inspection-answer.ts';
import { shownOf } from '../../electron/main/inspection/inspection-question.ts';
import {
  answer,
  callNames,
  formsOf,
  labGateway,
  makeCall,
  SECRET,
  secretOf,
  TOKEN,
  tokenJson,
  type LabCall,
} from '../support/gateway-lab.ts';
import { startRawTlsServer, type RawTlsServer, type Responder } from '../support/raw-tls-server.ts';
import { createTestCertificates } from '../support/test-certificates.ts';
import { recordFigure, seed, sized } from './support/figures.ts';
import { hostileAnswers, type HostileAnswer } from './support/hostile-answers.ts';

/** For each of the calls. */
const runs = sized(200, 3_000);
const LONGEST_MS = sized(120_000, 1_800_000);
const CODES: ReadonlySet<string> = new Set(gatewayFailureCodes);
/** What each call sends, and a server can repeat. */
const CARRIED: Readonly<Record<LabCall, readonly string[]>> = {
  'trader token': [SECRET],
  'partner token': [SECRET],
  revoke: [SECRET, TOKEN],
  'who-am-I': [TOKEN],
  positions: [TOKEN],
  introspection: [SECRET, TOKEN],
};

const gateway = labGateway({ headersMs: 300, totalMs: 600 });
let server: RawTlsServer;
let elsewhere: RawTlsServer;
let target: GatewayTarget;

beforeAll(async () => {
  const certificates = await createTestCertificates();
  server = await startRawTlsServer(certificates.good);
  // Same authority, so that only our refusal keeps a call away from it.
  elsewhere = await startRawTlsServer(certificates.good);
  elsewhere.answerWith(answer(200, tokenJson()));
  const tradeUrl = `${server.url}/trade`;
  target = { baseUrl: server.url, tradeUrl, authorityPem: certificates.authority };
});
afterAll(async () => await Promise.all([server.stop(), elsewhere.stop()]));
afterEach(() => vi.restoreAllMocks());

function respond({ writes, ending }: HostileAnswer): Responder {
  return (socket) => {
    const write = async (): Promise<void> => {
      for (const part of writes) {
        if (socket.destroyed) return;
        socket.write(part);
        await turn();
      }
      if (ending === 'end') socket.end();
      if (ending === 'reset') socket.destroy();
    };
    void write();
  };
}

/** What a person or a log could see of a result: the tokens are wiped, an answer is read as the app does. */
function seenOf(name: LabCall, result: Result<unknown, GatewayFailure>): string {
  const seen: unknown[] = [result];
  if (result.ok && (name === 'who-am-I' || name === 'positions')) {
    const { body, ...rest } = result.value as ProbeAnswer;
    return inspect([rest, readAnswer(body, secretOf(TOKEN), 'client-1')], { depth: 12 });
  }
  if (result.ok && name === 'introspection') {
    const answered = result.value as ProbeAnswer;
    const { body: _, ...rest } = answered;
    const asked = {
      clientId: 'client-1',
      secrets: [secretOf(SECRET)],
      read: ({ status, body }: ProbeAnswer, secrets: readonly SecretBytes[]) =>
        readIntrospection(status, body, secrets, Date.now()),
    };
    return inspect([rest, shownOf(asked, answered, secretOf(TOKEN))], { depth: 12 });
  }
  const text = `${inspect(seen, { depth: 10, showHidden: true })}\n${JSON.stringify(seen)}`;
  if (result.ok && name !== 'revoke') {
    for (const token of (result.value as TokenAnswer).tokens) token.text.wipe();
  }
  return text;
}

/** Why a call must not have ended like this; null where it may. */
function faultOf(
  name: LabCall,
  result: Result<unknown, GatewayFailure>,
  asked: Buffer,
): string | null {
  if (!result.ok && !CODES.has(result.failure.code)) return 'an untyped failure';
  if (server.connections() !== 1) return `${server.connections()} connections`;
  const [request, ...others] = server.requests;
  if (others.length > 0 || request?.raw.equals(asked) !== true) return 'another request';
  if (elsewhere.connections() > 0) return 'a connection to elsewhere';
  if (Object.keys(Object.prototype).length > 0) return 'a changed prototype';
  const seen = seenOf(name, result);
  return repeats(name, seen) ? `an echo in ${seen}` : null;
}

const repeats = (name: LabCall, text: string): boolean =>
  CARRIED[name].flatMap(formsOf).some((form) => text.includes(form));

/** Of a counterexample, readable. */
const written = ({ writes, ending }: HostileAnswer): string =>
  JSON.stringify([...writes.map((bytes) => bytes.toString('latin1')), ending]);

describe('a generated answer', () => {
  it.each(callNames)(
    'to %s ends in a typed result without an echo, after one request',
    async (name) => {
      const said: string[] = [];
      for (const sink of ['log', 'info', 'warn', 'error', 'debug'] as const) {
        vi.spyOn(console, sink).mockImplementation((...words) => void said.push(inspect(words)));
      }
      server.answerWith(answer(200, tokenJson()));
      server.reset();
      await makeCall(gateway, name, target);
      const asked = server.requests[0]?.raw ?? Buffer.alloc(0);

      const outcomes: Record<string, number> = {};
      const property = fc.asyncProperty(
        hostileAnswers({ secrets: CARRIED[name], elsewhere: elsewhere.url }),
        async (hostile) => {
          server.reset();
          server.answerWith(respond(hostile));
          const result = await makeCall(gateway, name, target);
          const outcome = result.ok ? 'ok' : result.failure.code;
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
          const fault = faultOf(name, result, asked);
          if (fault !== null) throw new Error(fault);
        },
      );
      const { failed, counterexample, errorInstance } = await fc.check(property, {
        // Other answers for each call.
        seed: seed + callNames.indexOf(name),
        numRuns: runs,
      });
      await expect.poll(() => server.open(), { interval: 3 }).toBe(0);
      vi.restoreAllMocks();
      const spoken = said.filter((words) => repeats(name, words));
      recordFigure({
        id: 'R13',
        what: `generated malformed answers to ${name} over TLS`,
        tried: runs,
        bad: Number(failed) + spoken.length,
        goal: '0 crashes, 0 leaks, 0 unexpected requests',
        holds: !failed && spoken.length === 0,
        seed,
      });
      const shown = counterexample === null ? null : written(counterexample[0]);
      expect([shown, errorInstance, spoken]).toEqual([null, null, []]);
      // The generator reaches far: a lab in which everything ends alike would prove little.
      expect(Object.keys(outcomes).length).toBeGreaterThan(3);
    },
    LONGEST_MS,
  );
});
