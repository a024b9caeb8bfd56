// A token from somewhere else as the window may see it: what is known of its form, whether it is one of
// ours, and what servers answered about it. Its text is in none of these.
import * as v from 'valibot';
import { answerNode } from '../tokens/check-report-view.ts';
import { count, failureView, id, list, text, timeMs } from '../view-parts.ts';

/** Where it came from. Never through the app window. */
export const inspectionSources = ['clipboard', 'entry'] as const;
export type InspectionSource = (typeof inspectionSources)[number];

/** What stands out in its form, against RFC 6750 section 2.1 and the specification. */
const tokenFindings = [
  'header_line', // "Authorization:" before it
  'bearer_prefix', // "Bearer " before it
  'quotes_around',
  'space_around',
  'space_inside',
  'line_break',
  'control_characters',
  'not_ascii',
  'odd_characters', // visible ASCII that RFC 6750 has no place for
  'json_text', // a whole answer rather than the token in it
  'jwt_form',
  'very_short',
  'too_long', // longer than what is ever put into a request
] as const;
export type TokenFinding = (typeof tokenFindings)[number];

/** What the form of a token shows. */
export const inspectionView = v.strictObject({
  source: v.picklist(inspectionSources),
  /** Under the vault's key, as every fingerprint here. */
  fingerprint: text(100),
  bytes: count,
  findings: list(v.picklist(tokenFindings), tokenFindings.length),
  /** May be put into a request as it is. */
  sendable: v.boolean(),
  /** There is something around it that can be left out. */
  tidiable: v.boolean(),
  /** Compared byte by byte, or where our text is gone by fingerprint. */
  ours: v.nullable(
    v.strictObject({
      what: v.picklist(['token', 'client_secret']),
      credentialId: id,
      label: text(80),
      proof: v.picklist(['text', 'fingerprint']),
    }),
  ),
});
export type InspectionView = v.InferOutput<typeof inspectionView>;

/** RFC 7662 section 2.2, in its order, without `active`. */
export const introspectionFields = [
  'scope',
  'client_id',
  'username',
  'token_type',
  'exp',
  'iat',
  'nbf',
  'sub',
  'aud',
  'iss',
  'jti',
] as const;
export type IntrospectionField = (typeof introspectionFields)[number];

const inspectionOutcomes = [
  'honoured',
  'refused',
  'lacks_scope', // the server says that its scope is not enough (RFC 6750 section 3.1)
  'unclear',
  'no_answer',
  'active',
  'inactive',
  'asker_refused', // the credentials it was asked with, not the token
] as const;
export type InspectionOutcome = (typeof inspectionOutcomes)[number];

/** What one server answered about it. */
export const inspectionAnswerView = v.strictObject({
  question: v.picklist(['identity check', 'positions', 'introspection']),
  environment: text(80),
  host: text(260),
  /** Host and port of the proxy on the way; null where the call went straight. */
  proxy: v.nullable(text(270)),
  atMs: timeMs,
  durationMs: v.number(),
  outcome: v.picklist(inspectionOutcomes),
  status: v.nullable(count),
  failure: v.nullable(failureView),
  /** WWW-Authenticate as the server wrote it: plain and masked. */
  challenge: v.nullable(text(300)),
  contentType: text(100),
  bodyBytes: count,
  /** Null where the body is empty or not JSON; then `plain` holds its masked beginning. */
  tree: v.nullable(answerNode),
  plain: text(2000),
  /** Of an introspection alone: what it said, nothing else, of each at most twice. `atMs` where it said a time. */
  fields: list(
    v.strictObject({
      name: v.picklist(introspectionFields),
      text: text(300),
      atMs: v.nullable(timeMs),
    }),
    2 * introspectionFields.length,
  ),
});
export type InspectionAnswerView = v.InferOutput<typeof inspectionAnswerView>;
