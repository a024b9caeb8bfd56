// The small schemas that the views share.
import * as v from 'valibot';
import { showsSomething, UNFIT } from './one-line.ts';

/** At most so many UTF-16 units. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max));
/** A whole number from 0 on. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Milliseconds since 1970, wall clock. */
export const timeMs = v.number();
/** Of a call that is given nothing. */
export const nothing = v.undefined();
/** Of a call that answers nothing but its end. */
export const done = v.literal('done');
/** The person closed the dialog or entry window: not an error. */
export const doneOrCancelled = v.picklist(['done', 'cancelled']);
/** An id of ours. */
export const id = v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,64}$/));

/** Ids that a call is given, by the kind of row they name: one kind is never taken for another. The page sends text. */
export const environmentId = v.pipe(id, v.brand('environment'));
export const credentialId = v.pipe(id, v.brand('credential'));
export const tokenId = v.pipe(id, v.brand('token'));
export const revocationRunId = v.pipe(id, v.brand('revocation-run'));
export const savedViewId = v.pipe(id, v.brand('saved-view'));

/** A key of a table of words: what it means stands there once. */
export const keyOf = <T extends object>(words: T) =>
  v.picklist(Object.keys(words) as (keyof T & string)[]);

/** Ids of rows that one call or one answer may carry. */
export const MOST_ROWS = 20_000;
/** Scopes of one token that are kept and shown. */
export const MOST_SCOPES = 32;

/**
 * SECURITY(S39): the only array of the contract: how long it is, is looked at before what is in it. Who makes the array
 * keeps the limit; an answer that does not is a bug, and no page gets it.
 */
export const list = <T extends v.GenericSchema>(item: T, most: number, least = 0) =>
  v.pipe(
    v.custom<readonly v.InferInput<T>[]>((given) => Array.isArray(given) && given.length <= most),
    v.array(item),
    v.minLength(least),
    v.maxLength(most),
  );

/** One line of text a person typed: no control or bidirectional override characters, and not only unseen ones. */
export const line = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
    v.check((typed) => !UNFIT.test(typed)),
    v.check((typed) => min === 0 || showsSomething(typed)),
  );

const finite = v.pipe(v.number(), v.finite());

/** The facts of a failure. Every one is optional, bounded, and never holds a secret or a token. */
export const failureFacts = v.strictObject({
  /** Which call: `token`, `revoke`, `identity check`, `positions`, `introspection`. */
  call: v.optional(text(40)),
  /** Host the call went to, punycode. */
  host: v.optional(text(260)),
  /** The proxy the call went through, or was to: host and port. Absent where it went straight. */
  proxy: v.optional(text(270)),
  /** True where the environment has an authority of its own, and a certificate was refused. */
  ownAuthority: v.optional(v.boolean()),
  /** HTTP status the server answered with. */
  status: v.optional(count),
  durationMs: v.optional(finite),
  /** The error code that the server named, at most 64 printable characters. */
  oauthError: v.optional(text(64)),
  /** The server's own words: plain text, masked. */
  serverSaid: v.optional(text(300)),
  /**
   * The parameter of the code: which thing or field it is about, host of a redirect's Location, issuer of a
   * certificate, answer of a proxy, `text/html`, or a reason.
   */
  about: v.optional(text(300)),
  /** The scopes asked for, where the failure concerns them; of `insufficient_scope`, those that are missing. */
  scopes: v.optional(v.pipe(list(text(200), MOST_SCOPES), v.readonly())),
  /** When a retry makes sense, wall clock. */
  retryAtMs: v.optional(finite),
  /** How many of something: live tokens, seconds to wait. */
  count: v.optional(count),
  /** The file that was read, without its folder, or the program that was to print a secret. */
  file: v.optional(text(255)),
  /** Place in a text that was read, both from 1. */
  line: v.optional(count),
  column: v.optional(count),
  /** True where the request left and its effect is unknown: a token may have been issued. */
  possiblyDone: v.optional(v.boolean()),
  correlationId: v.optional(text(64)),
});
