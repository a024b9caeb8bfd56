// A warm HTTP/2 session: up to a hundred calls together over one verified connection to one origin. One
// the server ends takes no more calls, and says which of those under way it never looked at.
import type { TLSSocket } from 'node:tls';
import { converseOnStream } from './h2-conversation.ts';
import { createH2Session } from './h2-session.ts';
import type { ConversationOptions } from './conversation.ts';
import type { Lane, LaneEvents, LaneReply } from './lane.ts';

/** However many a server allows: one window of 64 KiB is shared by all (performance.md). */
const MAX_STREAMS = 100;

/** Carries nothing until the server's settings have come; then `onChange` is called. */
export function createH2Lane(socket: TLSSocket, { onChange, onFreed }: LaneEvents): Lane {
  const session = createH2Session(socket, onChange);
  let underWay = 0;
  let calls = 0;

  const call = async (isFirst: boolean, options: ConversationOptions): Promise<LaneReply> => {
    const { reply, isUntouched } = await converseOnStream(session, options, () => {
      underWay -= 1;
      onFreed();
    });
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, askElsewhere: isReset && (isUntouched || !isFirst) };
  };

  return {
    capacity: () => Math.min(MAX_STREAMS, session.streams()),
    underWay: () => underWay,
    hasEnded: session.hasEnded,
    claim() {
      const isFirst = calls === 0;
      calls += 1;
      underWay += 1;
      return (callOptions) => call(isFirst, callOptions);
    },
    close: session.close,
  };
}
