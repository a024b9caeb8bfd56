// A diagnosis of one credential as the window may see it: checks from its addresses to the
// proof that its own token is dead. Closed words and short plain facts; no secret and no token has a place.
import * as v from 'valibot';
import { count, failureView, id, list, text, timeMs } from '../view-parts.ts';
import { accessTypes, environmentKinds, traderScopes } from '../words.ts';

/** What a check is about. */
export const diagnosisPlaces = ['addresses', 'base', 'trade', 'secret', 'token'] as const;
export type DiagnosisPlace = (typeof diagnosisPlaces)[number];

const diagnosisSteps = [
  'address', // what the two addresses look like, before anything is asked
  'name',
  'connect',
  'route', // whether something stands between by configuration
  'tls',
  'command', // that prints the client secret; of credentials that have one
  'clock',
  'token',
  'scope',
  'check', // who-am-I or positions
  'revoke',
  'refused', // the revoked token is asked with again
] as const;
export type DiagnosisStep = (typeof diagnosisSteps)[number];

const checkVerdicts = ['waiting', 'running', 'good', 'amber', 'bad', 'not_tried'] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** What a check found. `failed`: the failure beside it says what. */
const checkFindings = [
  'addresses_plain',
  'hosts_equal',
  'host_foreign', // letters beyond ASCII: it may look like another name
  'host_mixed', // letters of several scripts in one label
  'hosts_alike', // another host here differs by look-alike letters only
  'name_found',
  'name_is_address',
  'name_left_to_proxy',
  'connected',
  'connected_to_proxy',
  'connected_later', // not every address of the name answered
  'route_direct',
  'route_proxy',
  'route_system_proxy',
  'tls_verified',
  'tls_ends_soon',
  'command_confirmed', // not run: no token was asked for
  'command_printed',
  'command_not_needed', // a rotation under way has sealed what it printed
  'clock_right',
  'clock_off',
  'clock_far_off',
  'clock_unknown',
  'token_issued',
  'token_quarantined',
  'scope_as_asked',
  'scope_narrower',
  'scope_wider',
  'scope_not_said',
  'scope_not_known', // Partner: the specification shows no scope
  'check_honoured',
  'check_refused',
  'check_lacks_scope', // the server knows the token, and says what it lacks
  'check_forbidden',
  'check_proves_nothing', // a read-only token may be refused there
  'check_unclear',
  'revoke_accepted',
  'revoke_under_way',
  'revoke_refused',
  'revoke_impossible', // Partner
  'refused_again',
  'refused_confirming', // refused in a row; the propagation window is not over
  'refused_once', // not often enough to call it dead
  'still_honoured',
  'refusal_unclear',
  'failed',
] as const;
export type CheckFinding = (typeof checkFindings)[number];

/** Why a check was not tried. */
const notTriedReasons = [
  'host_not_reached',
  'no_route', // nobody could say which way to go
  'no_secret',
  'no_token',
  'token_not_usable',
  'not_revoked',
  'no_call_proves_it', // read-only Trader tokens
  'check_unclear', // the call that would show it gave no clear answer before
  'not_revocable', // Partner tokens
  'partner_never_uses_it',
  'one_host_for_both',
  'stopped',
] as const;
export type NotTriedReason = (typeof notTriedReasons)[number];

/** What an answer looks like, and never more: each is worded with what else is answered so. */
export const wrongDoors = [
  'trading_host', // no token endpoint here
  'main_host', // no identity check here
  'other_access_type',
  'expects_basic',
  'expects_json',
  'expects_form',
  'scope_not_registered',
  'page_in_between', // a web page where JSON belongs
] as const;
export type WrongDoor = (typeof wrongDoors)[number];

const checkFacts = [
  'sent_as',
  'reads_as',
  'scripts',
  'alike',
  'addresses',
  'proxy',
  'reached',
  'not_reached',
  'protocol',
  'chain',
  'valid',
  'names',
  'skew',
  'resolution',
  'encoding',
  'status',
  'lifetime',
  'asked_for',
  'granted',
  'oauth_error',
  'content_type',
  'challenge',
  'attempts',
  'refusals',
  'evidence',
] as const;
export type CheckFact = (typeof checkFacts)[number];

/** One check with its verdict; times in milliseconds. */
export const checkView = v.strictObject({
  place: v.picklist(diagnosisPlaces),
  step: v.picklist(diagnosisSteps),
  verdict: v.picklist(checkVerdicts),
  finding: v.nullable(v.picklist(checkFindings)),
  because: v.nullable(v.picklist(notTriedReasons)),
  durationMs: v.nullable(v.number()),
  failure: v.nullable(failureView),
  doors: list(v.picklist(wrongDoors), wrongDoors.length),
  facts: list(v.strictObject({ name: v.picklist(checkFacts), text: text(300) }), checkFacts.length),
});
export type CheckLineView = v.InferOutput<typeof checkView>;

/** In memory to be compared, the newest; of a few kilobytes each. */
export const KEPT_DIAGNOSES = 20;

/** One diagnosis with all its checks. */
export const diagnosisView = v.strictObject({
  id,
  /** Grows with every change. */
  version: count,
  credentialId: id,
  label: text(80),
  clientId: text(256),
  accessType: v.picklist(accessTypes),
  environment: text(80),
  kind: v.picklist(environmentKinds),
  /** As sent, in punycode. */
  baseUrl: text(2048),
  tradeUrl: text(2048),
  /** An authority of its own is trusted for this environment. */
  ownAuthority: v.boolean(),
  scopes: list(v.picklist(traderScopes), traderScopes.length),
  startedAtMs: timeMs,
  endedAtMs: v.nullable(timeMs),
  /** A person or a lock ended it early. */
  stopped: v.boolean(),
  checks: list(checkView, diagnosisPlaces.length * diagnosisSteps.length),
});
export type DiagnosisView = v.InferOutput<typeof diagnosisView>;
