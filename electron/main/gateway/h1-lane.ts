// A kept HTTP/1.1 connection: one call at a time, each with a parser of its own. It is used again only
// where a second count of the bytes says that the answer ended exactly; a byte out of turn ends it
// (cases 63 and 76). A false answer sent in the very moment of the next call cannot be told apart in
// HTTP/1.1: acceptance is no proof of death, which is asked for separately.
import { setImmediate } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../domain/clock.ts';
import { wipeableCopy } from '../domain/wipeable-buffer.ts';
import type { AnswerBounds } from './answer-end.ts';
import { createAnswerFilter, type AnswerFilter } from './answer-filter.ts';
import { converse, type ConversationOptions } from './conversation.ts';
import type { Lane, LaneEvents, LaneReply } from './lane.ts';
import { createWipingStream, type WipingStream } from './wiping-stream.ts';

/** The rest of an answer whose head was enough is waited for this long, then the connection goes. */
const REST_MS = 1_000;

interface Turn {
  readonly wiping: WipingStream;
  /** Null until the question is known. */
  filter: AnswerFilter | null;
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
  let turn: Turn | null = null;
  let isOpen = true;
  let turns = 0;
  let cancelRest = (): void => undefined;

  const close = (): void => {
    isOpen = false;
    socket.destroy();
  };
  const endReading = (): void => {
    if (turn === null) return;
    turn.filter?.flush(turn.wiping.receive);
    turn.wiping.end();
  };
  const endTurnIfOver = (): void => {
    if (turn?.isAnswered !== true || !turn.isComplete) return;
    cancelRest();
    turn = null;
    onFreed();
  };

  socket.on('data', (bytes: Buffer) => {
    // Nobody asked yet, or nobody any more: no call may take this for its answer.
    if (turn?.filter == null || turn.isComplete || !turn.wiping.hasSent()) {
      bytes.fill(0);
      return close();
    }
    const end = turn.filter.feed(bytes, turn.wiping.receive);
    if (end === 'spoilt') isOpen = false;

    if (end === 'spoilt' && turn.isAnswered) return close();
    turn.isComplete = end === 'kept';
    return endTurnIfOver();
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    isOpen = false;
    cancelRest();
    endReading();
    turn = null;
    onChange();
  });
  socket.once('end', () => {
    isOpen = false;
    endReading();
    if (turn === null) close();
  });
  socket.resume();

  const call = async (mine: Turn, options: ConversationOptions): Promise<LaneReply> => {
    const isFirst = turns === 1;
    // What came before the question is read before it leaves: two turns of the loop see
    // every byte that is there already.
    await setImmediate();
    await setImmediate();
    if (!isOpen) return { reply: { kind: 'failed', code: 'connection_reset' }, askElsewhere: true };
    const { request } = options;
    // What leaves is overwritten on the way, and may have to leave twice.
    const body = request.body === null ? null : wipeableCopy(request.body);
    mine.filter = createAnswerFilter(bounds, request.secrets);
    const own = { ...options, request: { ...request, body }, connection: 'keep-alive' } as const;
    const reply = await converse(mine.wiping.stream, own);
    body?.fill(0);
    mine.isAnswered = true;
    if (reply.kind === 'failed' || !isOpen) close();
    else if (!mine.isComplete) cancelRest = clock.after(REST_MS, close);
    endTurnIfOver();
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, askElsewhere: isReset && !isFirst };
  };

  return {
    capacity: () => (isOpen ? 1 : 0),
    underWay: () => (turn === null ? 0 : 1),
    hasEnded: () => !isOpen,
    claim() {
      turns += 1;
      const mine: Turn = {
        wiping: createWipingStream(socket),
        filter: null,
        isAnswered: false,
        isComplete: false,
      };
      turn = mine;
      if (!isOpen) mine.wiping.end();
      return (options) => call(mine, options);
    },
    close,
  };
}
