// What each check of a diagnosis says, in sentences a customer understands: the same in the window, in the evidence and in
// a copied summary. The keys are the closed words that cross to the window (diagnosis-view.ts). Claims what was shown and
// no more: "looks like", and what else is answered so.

/** What a check is about, in words. */
export const placeWords = {
  addresses: 'Addresses',
  base: 'Token host',
  trade: 'Trading host',
  secret: 'Client secret',
  token: 'Test token',
} as const;

/** What a check is called; of a Partner, `check` is `partnerCheckWord`. */
export const stepWords = {
  address: 'Spelling',
  name: 'Name lookup',
  connect: 'Connection',
  route: 'Proxy',
  tls: 'TLS certificate',
  command: 'Its command',
  clock: 'Clock',
  token: 'Token request',
  scope: 'Scope',
  check: 'Who am I',
  revoke: 'Revocation',
  refused: 'Refused again',
} as const;

export const partnerCheckWord = 'Positions';

/** The steps over all checks. */
export const trackWords = {
  address: 'Address',
  network: 'Network',
  tls: 'TLS',
  token: 'Token',
  check: 'Check',
  revoke: 'Revoke',
} as const;

/** What a diagnosis comes to, where no check says it. */
export const causeWords = {
  running: 'The diagnosis is running.',
  stopped: 'Stopped before the end.',
  stoppedMeans: 'What was tried until then is valid.',
  works: 'Everything works.',
  worksBut: 'It works. Look at this all the same.',
  nothingFailed: 'Nothing failed. Look at this.',
  /** A diagnosis knows more than the call alone: address, network and certificate were looked at before. */
  invalid_client: 'The client id or the secret is wrong, was replaced or was deleted.',
} as const;

/** The same in a few words. */
export const newsWords = {
  failed: (where: string) => `failed at “${where}”.`,
  stopped: 'stopped.',
  works: 'everything works.',
  worksBut: (where: string) => `it works; look at “${where}”.`,
} as const;

/** The verdict of a check, in words. */
export const verdictWords = {
  waiting: 'Waiting',
  running: 'Running',
  good: 'Good',
  amber: 'Look at this',
  bad: 'Failed',
  not_tried: 'Not tried',
} as const;

/** What a check found. */
export const findings = {
  addresses_plain: 'The addresses are plain names, and differ from each other.',
  hosts_equal:
    'Both addresses lead to the same host. The service has two: tokens come from one, trading happens at the other.',
  host_foreign:
    'A host name has letters beyond ASCII. Such a name may look like another one: compare it with what is really sent.',
  host_mixed:
    'A host name mixes letters of several scripts in one word. That does not happen by accident; it looks like an imitation of another name.',
  hosts_alike:
    'Two hosts of this vault differ by letters that look alike. One of them may be a misspelling or an imitation.',
  name_found: 'The name was found.',
  name_is_address: 'The address is a number: there is no name to look up.',
  name_left_to_proxy: 'The proxy looks up the name: this machine does not have to know it.',
  connected_to_proxy: 'The proxy accepts connections.',
  connected: 'The host accepts connections.',
  connected_later: 'Connections are accepted, but not at every address of the name.',
  route_direct: 'Strongroom connects directly: no proxy is used for this host.',
  route_proxy: 'The proxy set for this environment opened the way to the host.',
  route_system_proxy: 'The proxy that the system names opened the way to the host.',
  tls_verified: 'The certificate is valid, is for this name, and comes from a trusted authority.',
  tls_ends_soon:
    'The certificate is good now, but one in its chain expires within two weeks. The operator must renew it.',
  command_confirmed:
    'The program that prints the client secret is the one that you confirmed. It was not run, since no token was asked for.',
  command_printed:
    'The program is the one that you confirmed, and printed one client secret in time.',
  command_not_needed:
    'The program is the one that you confirmed. It was not run: a rotation is under way, and its secrets are sealed here.',
  clock_right: 'This machine and the server agree on the time.',
  clock_off: 'This machine and the server disagree on the time by some seconds.',
  clock_far_off:
    'This machine and the server disagree on the time by more than a minute. Countdowns cannot be trusted until one of the clocks is set right.',
  clock_unknown: 'No answer gave the server’s time, so the clocks could not be compared.',
  token_issued: 'The server issued a token to this client.',
  token_quarantined:
    'Something came in place of a plain token. It is quarantined, never sent, and listed with the key.',
  scope_as_asked: 'The token has exactly the scopes that were asked for.',
  scope_narrower:
    'The token has less than was asked for. Programs that need the rest will be refused.',
  scope_wider: 'The token has more than was asked for. Hand it on with care.',
  scope_not_said: 'The server did not say which scopes the token has.',
  scope_not_known:
    'Partner tokens are asked for without scopes. What a key can do is set in the web app.',
  check_honoured: 'The token works: the server answered the call.',
  check_refused: 'The server refuses the token it has only just issued.',
  check_lacks_scope:
    'The token is valid. The server says that this call needs a scope that it does not have.',
  check_forbidden:
    'The call is not allowed, and nothing says why. The key may lack a permission, or something in front of the server answers.',
  check_proves_nothing:
    'Not allowed, which says nothing against the token. It is read-only, and this call may need the Trade scope.',
  check_unclear: 'The answer does not settle whether the token works.',
  revoke_accepted: 'The server accepted the revocation of the token.',
  revoke_under_way:
    'The revocation of the token is asked for again until it is accepted. The token is listed with the key.',
  revoke_refused:
    'The token could not be revoked. It may live until it expires, and is listed with the key.',
  revoke_impossible:
    'Partner tokens have no documented revocation. This one lives on until it expires, listed with the key. “End in web app…” ends it.',
  refused_again:
    'The revoked token was refused several times in a row, also after the propagation window. It is confirmed dead.',
  refused_confirming:
    'The revoked token is refused here. It counts as dead once it is still refused after the propagation window. The proof goes on by itself.',
  refused_once: 'The revoked token was refused once. The proof goes on by itself.',
  still_honoured:
    'The revoked token still works. That can take some minutes; the proof goes on by itself.',
  refusal_unclear:
    'No answer has settled yet whether the revoked token still works. The proof goes on by itself.',
} as const;

/** Why a check was not tried. */
export const reasons = {
  host_not_reached: 'The host it would be asked at could not be reached safely.',
  no_route: 'It is not known how to get there.',
  no_secret: 'The command printed no client secret that could be used.',
  no_token: 'There is no token.',
  token_not_usable: 'What came may not be sent as a token.',
  not_revoked: 'The revocation has not been accepted.',
  no_call_proves_it:
    'No call was seen to take this read-only token. So none can show that it is dead.',
  check_unclear:
    'The call that would show it gave no clear answer while the token lived. The proof is attempted by itself.',
  not_revocable: 'Partner tokens cannot be revoked from here.',
  partner_never_uses_it: 'Partner keys never use the trading host.',
  one_host_for_both: 'It is the token host, looked at above.',
  stopped: 'The diagnosis was stopped.',
} as const;

/** Each says what else is answered so: nothing here knows what the server had in mind. */
export const doorWords = {
  trading_host:
    'It looks like there is no token endpoint at this address. The trading host answers like this. So does any host when the path before the endpoint is wrong. Tokens come from the base address only.',
  main_host:
    'It looks like there is no identity check at this address. The main host answers like this. Base and trading address may be swapped, or the path is wrong.',
  other_access_type:
    'It looks like this key is not known at this endpoint. Servers also answer like this for a mistyped or rotated secret or a deleted client. So they do for a Partner key at the Trader endpoint, or the reverse.',
  expects_basic:
    'The server asked for HTTP Basic, where the specification puts the secret into the body. Many servers ask for it after any wrong key. It may also be another kind of server.',
  expects_json:
    'It looks like an endpoint that takes JSON, as the Partner endpoint does. It did not accept the form of the request. It also answers like this where a field is wrong.',
  expects_form:
    'It looks like an endpoint that takes a form, as the Trader endpoint does. It did not accept JSON, and also answers like this where a field is wrong.',
  scope_not_registered:
    'It looks like this client is not registered for one of the scopes asked for. Scopes are fixed at registration: diagnose again with only one of them to see which.',
  page_in_between:
    'It looks like a web page answered, or something pointed to one. It may be a proxy, a sign-in page, or an error page before the server.',
} as const;

/** The names of the facts beside a check. */
export const factWords = {
  sent_as: 'Sent as',
  reads_as: 'Reads as',
  scripts: 'Scripts',
  alike: 'Look alike',
  addresses: 'Addresses',
  proxy: 'Proxy',
  reached: 'Reached',
  not_reached: 'Not reached',
  protocol: 'Protocol',
  chain: 'Chain',
  valid: 'Valid (UTC)',
  names: 'For names',
  skew: 'Server’s clock',
  resolution: 'Known to',
  encoding: 'Sent as',
  status: 'Status',
  lifetime: 'Lifetime',
  asked_for: 'Asked for',
  granted: 'Granted',
  oauth_error: 'Error code',
  content_type: 'Content type',
  challenge: 'Asked for by',
  attempts: 'Attempts',
  refusals: 'Refusals',
  evidence: 'Why they count',
} as const;
