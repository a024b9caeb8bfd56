// One question and its answer on a kept HTTP/1.1 connection. The usual answer is read from its bytes alone
// (usual-answer.ts); any other is handed, from its first byte on, to the parser and to the second count of
// where it ends.
import type { TLSSocket } from 'node:tls';
import { wipeableBuffer, wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { AnswerBounds, AnswerEnd } from './answer-end.ts';
import { createAnswerFilter, type AnswerFilter } from './answer-filter.ts';
import { converse, type ConversationOptions, type Reply } from './conversation.ts';
import { questionOf, type Question } from './h1-question.ts';
import { readUsualAnswer } from './usual-answer.ts';
import { createWipingStream, type Sink, type WipingStream } from './wiping-stream.ts';

export interface Turn {
  /** Once, when nothing that came before can be taken for the answer. */
  readonly ask: (options: ConversationOptions) => Promise<Reply>;
  /** All of the question was handed to the system: what comes now may be the answer. */
  readonly isAsked: () => boolean;
  /** Takes bytes of the connection over. */
  readonly feed: (bytes: Buffer) => void;
  /** The connection has ended. */
  readonly end: () => void;
}

export interface TurnOptions {
  readonly socket: TLSSocket;
  readonly bounds: AnswerBounds;
  /** Where the answer is, after more of it came. */
  readonly onRead: (end: AnswerEnd) => void;
}

/** What waits for the usual answer. */
interface Plain {
  readonly options: ConversationOptions;
  readonly beganMs: number;
  readonly settle: (reply: Reply | Promise<Reply>) => void;
}

/** What reads any answer. */
interface Parsed {
  readonly wiping: WipingStream;
  readonly filter: AnswerFilter;
}

/** For the parser's own question, where it has left already. */
const NOWHERE: Sink = {
  write: (_bytes, done) => queueMicrotask(() => done()),
};
const NO_BODY = wipeableBuffer(0);
const RESET: Reply = { kind: 'failed', code: 'connection_reset' };

export function createTurn({ socket, bounds, onRead }: TurnOptions): Turn {
  let hasLeft = false;
  let ended = false;
  /** Came before the parser had taken its place; null where it has, or none is needed. */
  let early: Buffer[] | null = null;
  let plain: Plain | null = null;
  let parsed: Parsed | null = null;

  function askPlainly(question: Question, options: ConversationOptions): Promise<Reply> {
    const { clock, signal, headersMs, remainingMs } = options;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const settle = (reply: Reply | Promise<Reply>): void => {
      plain = null;
      cancelTimer();
      signal?.removeEventListener('abort', onAbort);
      resolve(reply);
    };
    const onAbort = (): void => settle({ kind: 'failed', code: 'cancelled' });
    const code = headersMs <= remainingMs ? 'headers_timeout' : 'total_timeout';
    const cancelTimer = clock.after(Math.min(headersMs, remainingMs), () =>
      settle({ kind: 'failed', code }),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    plain = { options, beganMs: clock.monotonicMs(), settle };
    // The body only when the head is known to be gone: what comes in between answers no whole question.
    socket.write(question.head, () => {
      socket.write(question.body, () => {
        hasLeft = true;
        // SECURITY(S15)
        question.body.fill(0);
      });
    });
    return promise;
  }

  /** @param over where the parser's question goes. */
  function parse(options: ConversationOptions, body: Buffer | null, over: Sink): Promise<Reply> {
    const { request } = options;
    const wiping = createWipingStream(over);
    parsed = { wiping, filter: createAnswerFilter(bounds, request.secrets) };
    return converse(wiping.stream, {
      ...options,
      request: { ...request, body },
      connection: 'keep-alive',
    });
  }

  function handOver({ options, beganMs, settle }: Plain, bytes: Buffer): void {
    const { clock, request, headersMs, remainingMs } = options;
    const passedMs = clock.monotonicMs() - beganMs;
    const left = {
      ...options,
      headersMs: headersMs - passedMs,
      remainingMs: remainingMs - passedMs,
    };
    // As long as the one that left, since the head of the question tells its length.
    const blank = request.body === null ? null : wipeableBuffer(request.body.length);
    settle(parse(left, blank, NOWHERE));
    early = [bytes];
    // The parser takes its place in the next tick, and reads from the one behind it. No event comes before.
    process.nextTick(() => process.nextTick(() => process.nextTick(release)));
  }

  function release(): void {
    const held = early ?? [];
    early = null;
    for (const bytes of held) feed(bytes);
    if (ended && early === null) endNow();
  }

  function feed(bytes: Buffer): void {
    if (early !== null) {
      early.push(bytes);
    } else if (plain === null) feedParser(bytes);
    else {
      const head = readUsualAnswer(bytes);
      if (head === null) return handOver(plain, bytes);
      bytes.fill(0);
      plain.options.onHead();
      plain.settle({ kind: 'answered', head, body: NO_BODY, trouble: null });
      onRead('kept');
    }
  }

  function feedParser(bytes: Buffer): void {
    if (parsed !== null) return onRead(parsed.filter.feed(bytes, parsed.wiping.receive));
    bytes.fill(0);
    onRead('spoilt');
  }

  function endNow(): void {
    plain?.settle(RESET);
    parsed?.filter.flush(parsed.wiping.receive);
    parsed?.wiping.end();
  }

  return {
    async ask(options) {
      if (ended) return RESET;
      const { request } = options;
      const isPlain = request.authorization === null && !request.wantsBody(200);
      const question = isPlain ? questionOf(request) : null;
      if (question !== null) return await askPlainly(question, options);
      // What leaves is overwritten on the way, and may have to leave twice.
      const body = request.body === null ? null : wipeableCopy(request.body);
      const reply = await parse(options, body, socket);
      body?.fill(0);
      return reply;
    },
    isAsked: () => hasLeft || parsed?.wiping.hasSent() === true,
    feed,
    end() {
      ended = true;
      if (early === null) endNow();
    },
  };
}
