// What the app window may know of the practice gateway and may ask of it.
import * as v from 'valibot';
import { count, keyOf, list, text, timeMs } from '../view-parts.ts';

/** Of the ledger, the newest. */
export const PRACTICE_LINES = 100;

/** Answers of a real server that it can be told to give, in words. */
export const faultWords = {
  none: 'None',
  invalid_client_400: 'Refuse the key, status 400',
  invalid_client_401_challenge: 'Refuse the key, status 401 with a challenge',
  forbidden_empty: 'Refuse with 403 and nothing else',
  html_error: 'Answer with a web page',
  server_error_503: 'Unavailable, status 503',
  rate_limited_429: 'Ask to slow down, status 429',
  narrower_scope: 'Grant fewer scopes than asked',
  wider_scope: 'Grant more scopes than asked',
  missing_expires_in: 'Leave out the lifetime',
  redirect: 'Redirect elsewhere',
  no_token_endpoint: 'Wrong endpoint: no token endpoint here, as at the trading host',
  other_encoding: 'Wrong endpoint: takes another encoding, status 415',
  scope_refused: 'Wrong endpoint: a scope is not registered',
  client_not_allowed: 'Wrong endpoint: this client may not ask here',
  sign_in_page: 'Wrong endpoint: a sign-in page answers',
  sign_in_wall: 'A sign-in wall before the trading host, status 401',
  authorization_dropped: 'A proxy drops the Authorization header',
  revoke_ignored: 'Accept revocations and do nothing',
  check_forbidden: 'Who am I and positions not allowed, status 403',
  clock_behind: 'Its clock is ten minutes behind',
  hang: 'Never answer',
} as const;
export type PracticeFault = keyof typeof faultWords;

/** How the practice gateway is set. */
export const practiceView = v.strictObject({
  running: v.boolean(),
  traderLifetimeSeconds: count,
  partnerLifetimeSeconds: count,
  propagationSeconds: v.number(),
  slowFirstCallMs: count,
  fault: keyOf(faultWords),
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
