// One open, verified connection that carries several calls: in turn (HTTP/1.1) or together (HTTP/2).
import type { ConversationOptions, Reply } from './conversation.ts';

/** What one call over a shared connection came to. */
export interface ConnectionReply {
  readonly reply: Reply;
  /** The server did not act on it, or hung up as it may on a kept connection: ask another. */
  readonly askElsewhere: boolean;
}

/** Sends `request.body`, which stays as it is, and waits for the answer. */
export type ConnectionCall = (options: ConversationOptions) => Promise<ConnectionReply>;

/** One connection of a burst, HTTP/1.1 or HTTP/2 alike. */
export interface BurstConnection {
  /** Calls it carries at once; 0 before it is ready, and once it takes no more. */
  readonly capacity: () => number;
  readonly underWay: () => number;
  /** It takes no more calls; those under way may still end well. */
  readonly hasEnded: () => boolean;
  /** Takes a place, for one call that begins at once. */
  readonly claim: () => ConnectionCall;
  /** Ends the connection, and every call on it. */
  readonly close: () => void;
}

/** What a connection tells the pool that owns it. */
export interface ConnectionEvents {
  /** It carries more or fewer calls than before, or takes no more. */
  readonly onChange: () => void;
  /** One of its calls has ended. */
  readonly onFreed: () => void;
}
