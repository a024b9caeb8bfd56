// A warm HTTP/2 session: up to a hundred calls together over one verified connection to one origin.
// Takes no push, follows no alternative service and no further origin; a session the server ends takes
// no more calls, and says which of those under way it never looked at (RFC 9113 section 6.8).
import http2, { constants } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { converseOnStream } from './h2-conversation.ts';
import type { ConversationOptions } from './conversation.ts';
import type { Lane, LaneEvents, LaneReply } from './lane.ts';
import { createWipingStream } from './wiping-stream.ts';

/** However many a server allows: one window of 64 KiB is shared by all (performance.md). */
const MAX_STREAMS = 100;

const MAX_HEADER_PAIRS = 2_000;
/** The most that Node takes. Above it Node itself says "calm down", as if the server had. */
const MAX_HEADER_LIST_BYTES = 65_535;

export interface H2LaneOptions extends LaneEvents {
  readonly origin: string;
}

/** Carries nothing until the server's settings have come; then `onChange` is called. */
export function createH2Lane(socket: TLSSocket, { origin, onChange }: H2LaneOptions): Lane {
  const wiping = createWipingStream(socket);
  let streams = 0;
  let underWay = 0;
  let calls = 0;
  let lastLookedAt = Infinity;

  const session = http2.connect(origin, {
    createConnection: () => wiping.stream,
    settings: { enablePush: false, maxHeaderListSize: MAX_HEADER_LIST_BYTES },
    // Until the server's settings are there nothing may be sent.
    peerMaxConcurrentStreams: 0,
    maxReservedRemoteStreams: 0,
    // Node would call more of them "calm down"; the head's own caps say what they are.
    maxHeaderListPairs: MAX_HEADER_PAIRS,
  });
  const hasEnded = (): boolean => session.closed || session.destroyed;
  const close = (): void => {
    session.destroy();
    wiping.end();
    socket.destroy();
  };
  session.on('remoteSettings', ({ maxConcurrentStreams = MAX_STREAMS }) => {
    streams = Math.min(MAX_STREAMS, maxConcurrentStreams);
    onChange();
  });
  session.on(
    'goaway',
    (_code, lastStreamId) => (lastLookedAt = Math.min(lastLookedAt, lastStreamId)),
  );
  session.on('error', () => undefined);
  session.once('close', () => {
    socket.destroy();
    onChange();
  });
  socket.on('data', wiping.receiveAtRest);
  socket.on('error', () => undefined);
  socket.once('end', wiping.end);
  socket.once('close', () => {
    session.destroy();
    onChange();
  });

  const call = async (isFirst: boolean, options: ConversationOptions): Promise<LaneReply> => {
    const { reply, streamId, resetCode } = await converseOnStream(session, options, () => {
      underWay -= 1;
      onChange();
    });
    const isUntouched =
      streamId === null ||
      streamId > lastLookedAt ||
      resetCode === constants.NGHTTP2_REFUSED_STREAM;
    const isReset = reply.kind === 'failed' && reply.code === 'connection_reset';
    return { reply, askElsewhere: isReset && (isUntouched || !isFirst) };
  };

  return {
    capacity: () => (hasEnded() ? 0 : streams),
    underWay: () => underWay,
    hasEnded,
    claim() {
      const isFirst = calls === 0;
      calls += 1;
      underWay += 1;
      return (callOptions) => call(isFirst, callOptions);
    },
    close,
  };
}
