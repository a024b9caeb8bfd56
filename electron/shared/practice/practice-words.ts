// The words of the practice gateway. Their keys are the closed words that cross to the window.

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
