// What the command line and main say to each other over the socket: one line of JSON each way and one more for the
// proof of who asks. Strict and bounded on both sides; another version is refused, never guessed. No line carries a
// client secret.
import * as v from 'valibot';
import { traderScopes } from '../words.ts';
import { exitCodes, type HandOutRefusal } from './exit-codes.ts';

/** Of the lines over the socket; another one is refused. */
export const PROTOCOL_VERSION = 1;
/** Of one line, in bytes of UTF-8 and without its end. */
export const LONGEST_LINE = 16_384;
/** Name of the socket in the private folder. */
export const SOCKET_NAME = 'hand-out.sock';
/** Below `$XDG_RUNTIME_DIR`, or below the app's own folder where there is none. */
export const FOLDER_NAME = 'strongroom';
/** In the environment of the program: which hand-out it belongs to. It is worth as much as the token. */
export const RUN_VARIABLE = 'STRONGROOM_RUN';
/** In its environment too: where the socket is, for the commands that run inside. */
export const SOCKET_VARIABLE = 'STRONGROOM_SOCKET';
/** The longest that a program may ask for. */
export const LONGEST_HAND_OUT_SECONDS = 7 * 86_400;

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most));
const version = v.literal(PROTOCOL_VERSION);
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Which credential is meant: by its label, its client id, or both. */
const wantedCredential = v.strictObject({
  label: v.nullable(text(200)),
  /** Name of its environment; null: any. */
  environment: v.nullable(text(200)),
  clientId: v.nullable(text(500)),
});
export type WantedCredential = v.InferOutput<typeof wantedCredential>;

const execRequest = v.strictObject({
  v: version,
  ask: v.literal('exec'),
  /** The process that asks. */
  pid: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 31)),
  credential: wantedCredential,
  scopes: v.pipe(v.array(v.picklist(traderScopes)), v.maxLength(traderScopes.length)),
  /** Null: as long as the program runs. */
  forSeconds: v.nullable(v.pipe(seconds, v.maxValue(LONGEST_HAND_OUT_SECONDS))),
  /** Absolute path of the executable. */
  program: text(4_096),
  /** Absolute path of the script that is its first argument; null where that is no file. */
  script: v.nullable(text(4_096)),
});
export type ExecRequest = v.InferOutput<typeof execRequest>;

/** What the command line asks. */
export const requestLine = v.variant('ask', [
  execRequest,
  v.strictObject({
    v: version,
    ask: v.literal('token'),
    run: text(64),
    /** A call was answered 401 with this one. */
    refused: v.boolean(),
  }),
  v.strictObject({ v: version, ask: v.literal('status') }),
  v.strictObject({ v: version, ask: v.literal('revoke'), credential: wantedCredential }),
]);
export type RequestLine = v.InferOutput<typeof requestLine>;

/** The client has opened the file that main named. */
export const provenLine = v.strictObject({ v: version, ask: v.literal('proven') });

/** RFC 6749 section 5.1. */
const tokenResponse = v.strictObject({
  access_token: text(8_192),
  token_type: v.literal('Bearer'),
  expires_in: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  scope: v.optional(v.string()),
});
export type TokenResponse = v.InferOutput<typeof tokenResponse>;

const handedOut = v.strictObject({
  credential: v.string(),
  scopes: v.array(v.string()),
  program: v.string(),
  sinceMs: v.number(),
  untilMs: v.nullable(v.number()),
});

/** What main answers. */
export const answerLine = v.variant('say', [
  v.strictObject({
    v: version,
    say: v.literal('prove'),
    file: text(4_096),
    /** Shown in the terminal and in main's question alike. */
    code: text(16),
  }),
  v.strictObject({
    v: version,
    say: v.literal('given'),
    run: text(64),
    token: tokenResponse,
  }),
  v.strictObject({ v: version, say: v.literal('token'), token: tokenResponse }),
  v.strictObject({ v: version, say: v.literal('status'), handOuts: v.array(handedOut) }),
  v.strictObject({
    v: version,
    say: v.literal('status_locked'),
    /** When each program was given its token, the first one first. Labels and names are data of the sealed vault. */
    sinceMs: v.array(v.number()),
  }),
  v.strictObject({ v: version, say: v.literal('revoked'), count: v.number() }),
  v.strictObject({
    v: version,
    say: v.literal('refused'),
    why: v.picklist(Object.keys(exitCodes) as HandOutRefusal[]),
    /** A whole sentence. */
    sentence: text(500),
  }),
]);
export type AnswerLine = v.InferOutput<typeof answerLine>;
/** A line before it is given its version: an answer, unless said. */
export type Said<Line = AnswerLine> = Line extends unknown ? Omit<Line, 'v'> : never;

/** Null: no JSON, or none of these. */
export function readLine<S extends v.GenericSchema>(
  schema: S,
  line: string,
): v.InferOutput<S> | null {
  let found: unknown;
  try {
    found = JSON.parse(line);
  } catch {
    return null;
  }
  const read = v.safeParse(schema, found);
  return read.success ? read.output : null;
}
