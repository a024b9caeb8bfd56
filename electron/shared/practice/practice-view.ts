// What the app window may know of the practice gateway and may ask of it.
import * as v from 'valibot';
import { count, list, text, timeMs } from '../view-parts.ts';

/** Of the ledger, the newest. */
export const PRACTICE_LINES = 100;

/** How the built-in practice gateway behaves, and what it was asked: its ledger, newest last. */
export const practiceFaults = [
  'none',
  'invalid_client_400',
  'invalid_client_401_challenge',
  'forbidden_empty',
  'html_error',
  'server_error_503',
  'rate_limited_429',
  'narrower_scope',
  'wider_scope',
  'missing_expires_in',
  'redirect',
  'no_token_endpoint', // what a token request meets at the trading host
  'other_encoding', // a server that takes JSON where a form was sent, or the reverse
  'scope_refused',
  'client_not_allowed', // credentials of the other access type, for one
  'sign_in_page', // something in between answers with a page
  'sign_in_wall', // something before the trading host asks for a sign-in
  'authorization_dropped', // a proxy takes the header away
  'revoke_ignored', // accepted, and nothing done
  'check_forbidden', // the token works, the call is not allowed
  'clock_behind',
  'hang',
] as const;
export type PracticeFault = (typeof practiceFaults)[number];
/** How the practice gateway is set. */
export const practiceView = v.strictObject({
  running: v.boolean(),
  traderLifetimeSeconds: count,
  partnerLifetimeSeconds: count,
  propagationSeconds: v.number(),
  slowFirstCallMs: count,
  fault: v.picklist(practiceFaults),
  ledger: list(
    v.strictObject({
      atMs: timeMs,
      method: text(10),
      path: text(300),
      status: count,
      note: text(200),
    }),
    PRACTICE_LINES,
  ),
});
export type PracticeView = v.InferOutput<typeof practiceView>;
