// R12, V19: what the memory of the main process holds of secrets and tokens after a server repeated them
// in its answers, over HTTP/1.1 and HTTP/2. Node reads header fields of HTTP/2 into memory that nobody can
// wipe, and copies some of what it puts off, so of those there is a bound. Linux as root; says aloud elsewhere
// that it did not look.
import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startH1Server, startH2Server } from '../../support/burst-servers.ts';
import { countInMemory } from '../../support/leakscan/count-in-memory.ts';
import { patternsOf } from '../../support/leakscan/patterns.ts';
import { memoryObstacle } from '../../support/leakscan/process-memory.ts';
import { startRawTlsServer } from '../../support/raw-tls-server.ts';
import { seededSecret } from '../../support/seeded-secret.ts';
import { createTestCertificates } from '../../support/test-certificates.ts';
import { recordFigure, recordNotRun } from '../support/figures.ts';
import { echoAnswers, h1Parts, type EchoAnswer } from './echo-answers.ts';
import type { RepeatOrder } from './echo-subject.ts';

const obstacle = memoryObstacle();
const figure = (over: string) =>
  ({
    id: 'R12',
    what: `secrets and tokens looked for in the memory of the main process after answers that repeat them ${over}`,
    goal: '0 found',
  }) as const;
const ANSWERS = echoAnswers(['']).length;
/** Calls of a round over own connections; the last of them revokes. */
const CALLS = 5;
/** The answer to a revocation whose body nobody reads. */
const UNREAD = 'JSON 200';
/**
 * Node puts off what it reads while it writes, and copies it where more comes behind it: seldom where the machine
 * is idle, more often where it is slow. If nothing were wiped, nearly all bodies would be found.
 */
const MOST_BODIES = Math.floor(ANSWERS / 3);
const MOST_COPIES_EACH = 2;

let subject: ChildProcess | null = null;
let server: { readonly stop: () => Promise<void> } | null = null;
afterEach(async () => {
  subject?.disconnect();
  await server?.stop();
});

interface EchoServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Repeats the requests with every answer in turn. */
type StartServer = (answerTo: (sent: readonly string[]) => EchoAnswer) => Promise<EchoServer>;

/** Secret and token of a request. */
function sentIn(body: Buffer, authorization = ''): readonly string[] {
  const text = body.toString('latin1');
  const fields = text.startsWith('{')
    ? new URLSearchParams(JSON.parse(text) as Record<string, string>)
    : new URLSearchParams(text);
  const sent = [fields.get('client_secret'), fields.get('token'), authorization.slice(7)];
  return sent.filter((each) => each !== null && each !== '') as string[];
}

const { good, authority } = await createTestCertificates();

const ownConnections: StartServer = async (answerTo) => {
  const raw = await startRawTlsServer(good);
  raw.answerWith((socket, { headers, body }) => {
    const authorization = headers.find(([name]) => name === 'authorization')?.[1];
    void (async () => {
      for (const part of h1Parts(answerTo(sentIn(body, authorization)), false)) {
        socket.write(part, 'latin1');
        await setImmediate();
      }
      socket.end();
    })();
  });
  return raw;
};

const keptConnections: StartServer = async (answerTo) => {
  const h1 = await startH1Server(good);
  h1.answerWith(({ socket, body }) => {
    for (const part of h1Parts(answerTo(sentIn(body)), true)) socket.write(part, 'latin1');
  });
  return h1;
};

/** The header fields of every answer over HTTP/2. */
const fieldsSent: string[] = [];

const sessions: StartServer = async (answerTo) => {
  fieldsSent.length = 0;
  const h2 = await startH2Server(good);
  h2.answerWith(({ stream, body: asked }) => {
    const { status, headers, body } = answerTo(sentIn(asked));
    fieldsSent.push(Object.entries(headers).flat().join('\n'));
    stream.respond({ ':status': status, ...headers });
    stream.end(body);
  });
  return h2;
};

/** So many rounds that their last answer is this one: nothing of a later connection lies over it. */
function roundsUntil(name: string): number {
  const index = echoAnswers(['']).findIndex((answer) => answer.name === name);
  const last = (rounds: number): number => (CALLS * rounds - 1) % ANSWERS;
  const rounds = Array.from({ length: 2 * ANSWERS }, (_, more) => ANSWERS / 2 + more);
  const found = rounds.map(Math.ceil).find((each) => last(each) === index);
  if (found === undefined) throw new Error('no such answer');
  return found;
}

interface Found {
  readonly tried: number;
  /** Of what was found, each with the answer that repeated it. */
  readonly names: readonly string[];
  /** Copies of what no header field over HTTP/2 repeated, or more of it than they did, by name. */
  readonly beyondFields: readonly string[];
  readonly copies: number;
}

async function found(
  start: StartServer,
  over: RepeatOrder['over'],
  rounds: number,
  leaves: string | null = null,
): Promise<Found> {
  const repeated = new Map<string, string>();
  const chosen = (sent: readonly string[]): EchoAnswer => {
    const all = echoAnswers(sent);
    const answer = all[answered % all.length];
    if (answer === undefined) throw new Error('nothing to answer');
    answered += 1;
    for (const text of sent) repeated.set(text, answer.name);
    return answer;
  };
  let answered = 0;
  const echoing = await start(chosen);
  server = echoing;
  const seed = randomBytes(16).toString('hex');
  subject = fork(path.join(import.meta.dirname, 'echo-subject.ts'), { execArgv: [] });
  subject.on('error', () => undefined);
  const order: RepeatOrder = {
    url: echoing.url,
    authorityPem: authority,
    seed,
    rounds,
    over,
    leaves,
  };
  subject.send(order);
  const [said] = (await once(subject, 'message')) as [string];
  expect(said).toMatch(/^\d+$/);
  const left = leaves === null ? [] : [seededSecret(seed, leaves).toString('latin1')];
  const texts = [...repeated.keys(), ...left];
  const patterns = texts.flatMap((text) =>
    patternsOf(repeated.get(text) ?? 'left behind', text.slice(-20)),
  );
  const { copies, places } = countInMemory(subject.pid ?? 0, patterns);
  console.info(
    `R12 echoes over ${over}: ${JSON.stringify(Object.fromEntries(copies))}; ` +
      JSON.stringify(Object.fromEntries(places)),
  );
  const inFields = new Map<string, number>();
  for (const { name, bytes } of patterns) {
    const times = fieldsSent.reduce(
      (sum, text) => sum + text.split(bytes.toString('latin1')).length - 1,
      0,
    );
    inFields.set(name, (inFields.get(name) ?? 0) + times);
  }
  return {
    tried: repeated.size,
    names: [...copies.keys()],
    beyondFields: [...copies].flatMap(([name, count]) =>
      count > (inFields.get(name) ?? 0) ? [name] : [],
    ),
    copies: [...copies.values()].reduce((sum, count) => sum + count, 0),
  };
}

describe.runIf(obstacle === null)('the memory of the main process after echoes', () => {
  if (obstacle !== null) recordNotRun(figure('over HTTP'), obstacle);

  it.each([
    ['over HTTP/1.1', ownConnections, 'own connections', ANSWERS],
    ['over HTTP/1.1, the last unread', ownConnections, 'own connections', roundsUntil(UNREAD)],
    ['over kept HTTP/1.1', keptConnections, 'warm connections', 3 * ANSWERS],
  ] as const)('holds nothing repeated %s', async (what, start, over, rounds) => {
    const { tried, names } = await found(start, over, rounds);
    recordFigure({
      ...figure(what),
      tried,
      bad: names.length,
      holds: names.length === 0,
      seed: null,
    });
    expect(tried).toBeGreaterThan(ANSWERS);
    // As one text, so that a failure says all of it.
    expect(names.join('; ')).toBe('');
  });

  it('holds of what is repeated over HTTP/2 no more than Node cannot wipe', async () => {
    const { tried, beyondFields, copies } = await found(sessions, 'warm connections', 3 * ANSWERS);
    const bodies = new Set(beyondFields.map((name) => name.split(':')[0]));
    const holds = bodies.size <= MOST_BODIES && copies <= MOST_COPIES_EACH * tried;
    recordFigure({
      ...figure('over HTTP/2'),
      what: `${figure('over HTTP/2').what}: ${copies} copies, of ${bodies.size} bodies`,
      goal: `one copy for each header field, and the bodies of at most ${MOST_BODIES} answers`,
      tried,
      bad: beyondFields.length,
      holds,
      seed: null,
    });
    expect(tried).toBeGreaterThan(2 * ANSWERS);
    expect(holds).toBe(true);
  });

  it('is searched by a search that finds what is left on purpose', async () => {
    const { names } = await found(keptConnections, 'warm connections', ANSWERS, 'left behind');
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !name.startsWith('left behind'))).toEqual([]);
  });
});
