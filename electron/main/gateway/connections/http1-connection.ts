// A kept HTTP/1.1 connection: one call at a time, each an exchange of its own. It is used again only where
// the answer ended exactly with the bytes that came; a byte out of turn ends it (cases 63 and 76), and so
// does a call that failed or ran into its time limit. A false answer sent in the very moment of the next
// call cannot be told apart in HTTP/1.1: acceptance is no proof of death, which is asked for separately.
import { setImmediate } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../domain/clock.ts';
import { wipeableCopy } from '../../domain/wipeable-buffer.ts';
import type { AnswerBounds } from '../responses/response-framing.ts';
import type { ConversationOptions, Reply } from './conversation.ts';
import { createExchange, type Exchange } from './http1-exchange.ts';
import type { BurstConnection, ConnectionEvents, ConnectionReply } from './connection.ts';
import { destroyOnceRead, readPaced } from './paced-reads.ts';

/** The rest of an answer whose head was enough is waited for this long, then the connection goes. */
const REST_MS = 1_000;
const RESET: Reply = { kind: 'failed', code: 'connection_reset' };
const CANCELLED: Reply = { kind: 'failed', code: 'cancelled' };

/** One call on the connection. */
interface Call {
  /** Null until it is sent. */
  exchange: Exchange | null;
  /** The caller has what it wants. */
  isAnswered: boolean;
  isComplete: boolean;
}

interface Http1Options extends ConnectionEvents {
  readonly clock: Clock;
  readonly bounds: AnswerBounds;
}

/**
 * A kept connection (RFC 9112 section 9.3) that carries one call at a time. Takes the socket over and
 * destroys it in the end.
 */
export function createHttp1Connection(socket: TLSSocket, options: Http1Options): BurstConnection {
  const { clock, bounds, onChange, onFreed } = options;
  let current: Call | null = null;
  let isOpen = true;
  let calls = 0;
  let cancelRest = (): void => undefined;

  const close = (): void => {
    isOpen = false;
    destroyOnceRead(socket);
  };
  const endCallIfOver = (): void => {
    if (current?.isAnswered !== true || !current.isComplete) return;
    cancelRest();
    current = null;
    onFreed();
  };

  readPaced(socket, (bytes) => {
    const call = current;
    if (call?.exchange?.isAsked() !== true || call.isComplete) {
      // Nobody asked yet, or nobody any more: no call may take this for its answer.
      bytes.fill(0);
      return close();
    }
    const end = call.exchange.feed(bytes);
    if (end === 'spoilt') isOpen = false;
    if (end === 'spoilt' && call.isAnswered) return close();
    call.isComplete = end === 'kept';
    return endCallIfOver();
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOpen = false;
    cancelRest();
    current?.exchange?.end();
    current = null;
    onChange();
  });
  socket.once('end', () => {
    isOpen = false;
    current?.exchange?.end();
    if (current === null) close();
  });

  async function ask(mine: Call, asked: ConversationOptions): Promise<ConnectionReply> {
    const isFirst = calls === 1;
    // What came before the request is read before it leaves: two turns of the loop see
    // every byte that is there already.
    await setImmediate();
    await setImmediate();
    if (asked.signal?.aborted === true) {
      [mine.isAnswered, mine.isComplete] = [true, true];
      if (current === mine) endCallIfOver();
      return { reply: CANCELLED, askElsewhere: false };
    }
    if (!isOpen) return { reply: RESET, askElsewhere: true };
    const { request } = asked;
    const exchange = createExchange(socket, { bounds, secrets: request.secrets, isKept: true });
    mine.exchange = exchange;
    // What leaves is overwritten on the way, and may have to leave twice.
    const body = request.body === null ? null : wipeableCopy(request.body);
    const reply = await exchange.ask({
      ...asked,
      request: { ...request, body },
      connection: 'keep-alive',
    });
    body?.fill(0);
    mine.isAnswered = true;
    if (reply.kind === 'failed' || reply.trouble !== null || !isOpen) close();
    else if (!mine.isComplete) cancelRest = clock.after(REST_MS, close);
    endCallIfOver();
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, askElsewhere: isReset && !isFirst };
  }

  return {
    capacity: () => (isOpen ? 1 : 0),
    underWay: () => (current === null ? 0 : 1),
    hasEnded: () => !isOpen,
    claim() {
      calls += 1;
      const mine: Call = { exchange: null, isAnswered: false, isComplete: false };
      current = mine;
      return (callOptions) => ask(mine, callOptions);
    },
    close,
  };
}
