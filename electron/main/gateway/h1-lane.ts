// A kept HTTP/1.1 connection: one call at a time, each with a reading of its own (h1-turn.ts). It is used
// again only where the answer ended exactly with the bytes that came; a byte out of turn ends it
// (cases 63 and 76). A false answer sent in the very moment of the next call cannot be told apart in
// HTTP/1.1: acceptance is no proof of death, which is asked for separately.
import { setImmediate } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../domain/clock.ts';
import type { AnswerBounds, AnswerEnd } from './answer-end.ts';
import type { ConversationOptions } from './conversation.ts';
import { createTurn, type Turn } from './h1-turn.ts';
import type { Lane, LaneEvents, LaneReply } from './lane.ts';

/** The rest of an answer whose head was enough is waited for this long, then the connection goes. */
const REST_MS = 1_000;

/** One call on the connection. */
interface Call {
  readonly turn: Turn;
  /** The caller has what it wants. */
  isAnswered: boolean;
  isComplete: boolean;
}

export interface H1LaneOptions extends LaneEvents {
  readonly clock: Clock;
  readonly bounds: AnswerBounds;
}

export function createH1Lane(socket: TLSSocket, options: H1LaneOptions): Lane {
  const { clock, bounds, onChange, onFreed } = options;
  let current: Call | null = null;
  let isOpen = true;
  let calls = 0;
  let cancelRest = (): void => undefined;

  const close = (): void => {
    isOpen = false;
    socket.destroy();
  };
  const endCallIfOver = (): void => {
    if (current?.isAnswered !== true || !current.isComplete) return;
    cancelRest();
    current = null;
    onFreed();
  };
  const onRead = (end: AnswerEnd): void => {
    if (current === null) return;
    if (end === 'spoilt') isOpen = false;
    if (end === 'spoilt' && current.isAnswered) return close();
    current.isComplete = end === 'kept';
    return endCallIfOver();
  };

  socket.on('data', (bytes: Buffer) => {
    if (current?.turn.isAsked() === true && !current.isComplete) return current.turn.feed(bytes);
    // Nobody asked yet, or nobody any more: no call may take this for its answer.
    bytes.fill(0);
    return close();
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOpen = false;
    cancelRest();
    current?.turn.end();
    current = null;
    onChange();
  });
  socket.once('end', () => {
    isOpen = false;
    current?.turn.end();
    if (current === null) close();
  });
  socket.resume();

  const ask = async (mine: Call, options: ConversationOptions): Promise<LaneReply> => {
    const isFirst = calls === 1;
    // What came before the question is read before it leaves: two turns of the loop see
    // every byte that is there already.
    await setImmediate();
    await setImmediate();
    if (!isOpen) return { reply: { kind: 'failed', code: 'connection_reset' }, askElsewhere: true };
    const reply = await mine.turn.ask(options);
    mine.isAnswered = true;
    if (reply.kind === 'failed' || !isOpen) close();
    else if (!mine.isComplete) cancelRest = clock.after(REST_MS, close);
    endCallIfOver();
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, askElsewhere: isReset && !isFirst };
  };

  return {
    capacity: () => (isOpen ? 1 : 0),
    underWay: () => (current === null ? 0 : 1),
    hasEnded: () => !isOpen,
    claim() {
      calls += 1;
      const turn = createTurn({ socket, bounds, onRead });
      const mine: Call = { turn, isAnswered: false, isComplete: false };
      current = mine;
      if (!isOpen) turn.end();
      return (options) => ask(mine, options);
    },
    close,
  };
}
