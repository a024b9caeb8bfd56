// One HTTP/1.1 request and its answer on a verified connection, by Node's own client. Stands between the
// two: what leaves is zeroed once it left, and what comes goes through the filter before the parser.
import type { SecretBytes } from '../../domain/secret-bytes.ts';
import type { AnswerBounds, ResponseFraming } from '../responses/response-framing.ts';
import { createAnswerFilter } from '../redaction/answer-filter.ts';
import { converse, type ConversationOptions, type Reply } from './conversation.ts';
import { createWipingStream, type Sink } from './wiping-stream.ts';

/** One request and its answer on a connection that somebody else owns. */
export interface Exchange {
  /** Once. The body of the request is zeroed as it leaves. */
  readonly ask: (options: ConversationOptions) => Promise<Reply>;
  /** The whole request was handed to the connection: what comes now may be its answer. */
  readonly isAsked: () => boolean;
  /** Takes bytes of the connection over; answers where the answer is then. */
  readonly feed: (bytes: Buffer) => ResponseFraming;
  /** The connection has ended. */
  readonly end: (error?: Error) => void;
}

interface ExchangeOptions {
  readonly bounds: AnswerBounds;
  /** What the answer may repeat. */
  readonly secrets: readonly SecretBytes[];
  /** Of a connection with calls before or after this one, the body leaves once the head is known to be gone. */
  readonly isKept: boolean;
}

/** @param over the connection, which stays as it is. */
export function createExchange(over: Sink, options: ExchangeOptions): Exchange {
  const wiping = createWipingStream(over, options.isKept ? 'singly' : 'joined');
  const filter = createAnswerFilter(options.bounds, options.secrets);
  let parts = 1;
  return {
    async ask(asked) {
      // node:http writes the head and the body of a request as two.
      if (options.isKept && asked.request.body !== null) parts = 2;
      const reply = await converse(wiping.stream, asked);
      // What was held back for the end of its line: nobody reads any more.
      filter.flush((part) => part.fill(0));
      return reply;
    },
    isAsked: () => wiping.writes() >= parts,
    feed: (bytes) => filter.feed(bytes, wiping.receive),
    end(error) {
      filter.flush(wiping.receive);
      wiping.end(error);
    },
  };
}
