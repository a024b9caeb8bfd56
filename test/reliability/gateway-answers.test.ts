// R13 over real TLS: 10,000 generated answers, 20,000 in the long size. Whatever comes back, a call
// ends in a typed result that repeats neither secret nor token, and exactly one request ever left.
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from '../support/seeded-fast-check.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatewayFailureCodes } from '../../electron/shared/failures/failure-codes.ts';
import type { Clock } from '../../electron/main/domain/clock.ts';
import type { Result } from '../../electron/main/domain/result.ts';
import type {
  GatewayFailure,
  ProbeAnswer,
  TokenAnswer,
} from '../../electron/main/gateway/gateway.ts';
import { readAnswer } from '../../electron/main/tokens/checks/answer-tree.ts';
import { readIntrospection, shownOf } from '../../electron/main/inspection/inspection-answer.ts';
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
import type { Responder } from '../support/raw-tls-server.ts';
import { openServerLab } from '../support/server-lab.ts';
import { figureHolds, seed, sized } from './support/figures.ts';
import { hostileAnswers, type HostileAnswer } from './support/hostile-answers.ts';

/** For each of the calls; of all together as many as R13 says. */
const runs = Math.ceil(sized(10_000, 20_000) / callNames.length);
const LONGEST_MS = sized(600_000, 1_800_000);
/** What a client has read by then of an answer that goes no further, it will have read. */
const READ_WITHIN_MS = 20;
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

const deadlines = new Set<() => void>();
/**
 * Time stands still until a server has written an answer that ends nothing: a busy machine ends no call before its
 * request has arrived, and no request arrives after its call is over.
 */
const stillClock: Clock = {
  nowMs: Date.now,
  monotonicMs: () => 0,
  after(_delayMs, callback) {
    const deadline = (): void => {
      deadlines.delete(deadline);
      callback();
    };
    deadlines.add(deadline);
    return () => deadlines.delete(deadline);
  },
};
const gateway = labGateway({}, stillClock);
const { server, target, another } = await openServerLab();
// Same authority, so that only our refusal keeps a call away from it.
const elsewhere = await another();

beforeEach(() => elsewhere.answerWith(answer(200, tokenJson())));
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
      if (ending !== 'hang') return;
      // Of this call alone: the next one may have begun by then.
      const passed = [...deadlines];
      await pause(READ_WITHIN_MS);
      for (const deadline of passed) if (deadlines.has(deadline)) deadline();
    };
    void write();
  };
}

/** What a person or a log could see of a result: the tokens are wiped, an answer is read as the app does. */
function seenOf(name: LabCall, result: Result<unknown, GatewayFailure>): string {
  const seen: unknown[] = [result];
  if (result.ok && (name === 'who-am-I' || name === 'positions')) {
    const { body, ...rest } = result.value as ProbeAnswer;
    return inspect([rest, readAnswer(body, [secretOf(TOKEN)], 'client-1')], { depth: 12 });
  }
  if (result.ok && name === 'introspection') {
    const answered = result.value as ProbeAnswer;
    const { body, ...rest } = answered;
    const secrets = [secretOf(TOKEN), secretOf(SECRET)];
    const said = readIntrospection(answered.status, body, secrets, Date.now());
    return inspect([rest, shownOf(answered, secrets, 'client-1', said)], { depth: 12 });
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
  // A call that ended by an early answer may have ended before all of its request was read.
  const read = request?.raw ?? Buffer.alloc(0);
  if (others.length > 0 || !asked.subarray(0, read.length).equals(read)) return 'another request';
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
      figureHolds('R13', `generated malformed answers to ${name} over TLS`, runs);
      const shown = counterexample === null ? null : written(counterexample[0]);
      expect([failed, shown, errorInstance, spoken]).toEqual([false, null, null, []]);
      // The generator reaches far: a lab in which everything ends alike would prove little.
      expect(Object.keys(outcomes).length).toBeGreaterThan(3);
    },
    LONGEST_MS,
  );
});
