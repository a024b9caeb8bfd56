// What the history can say happened. A closed list: nothing else is ever written to it.

/** Every event word (docs/glossary.md, "Words that are kept in files"). */
export const historyWords = [
  'history_started', // a new chain: of a new vault, or because the file before it is damaged
  'history_gap', // events that could not be written, and were too many to wait
  'vault_created',
  'vault_unlocked',
  'vault_locked',
  'window_locked', // the vault works on behind it
  'passphrase_changed',
  'recovery_key_made',
  'data_key_replaced',
  'backup_restored',
  'backup_tested', // a backup was opened and read to its end
  'older_vault_accepted',
  'keystore_turned_on',
  'keystore_turned_off',
  'environment_added',
  'environment_changed',
  'environment_removed',
  'credential_added',
  'credential_changed',
  'secret_replaced',
  'credential_removed',
  'credentials_imported',
  'token_received',
  'token_request_failed', // the server or the network said no; nothing was minted
  'token_possibly_issued', // no answer: a token may live that nobody has seen
  'token_checked',
  'token_copied',
  'token_handed_out', // a program was given it, and holds it until it ends
  'hand_out_denied', // a program asked for a token and was given none
  'credential_diagnosed', // the diagnosis: what it came to, its worst check
  'token_inspected', // one from somewhere else: what a server answered about it
  'token_forgotten',
  'ours_searched', // a text, files or folders were searched for what is ours
  'ours_found', // one of ours was found there
  'revoke_asked', // the intent is durable, nothing has left
  'revoke_accepted',
  'revoke_unconfirmed', // no clear answer; it is asked again
  'revoke_failed', // the server will not accept it however often asked
  'verified_dead',
  'still_honoured', // works after the propagation window
  'stop_run_started',
  'stop_run_cancelled', // what was not sent was left alone
  'stop_run_ended', // every token accepted, failed for good, or expired
  'stop_run_closed',
  'plan_started',
  'plan_step',
  'leak_plan_started',
  'leak_plan_closed',
  'old_secret_tried',
  'rotation_started',
  'rotation_new_secret',
  'rotation_checked',
  'rotation_finished',
  'rotation_abandoned',
  'renewal_on',
  'renewal_off',
  'token_renewed', // the new token was found to work and is the current one
  'renewal_failed', // noted once for each reason in a row
  'renewal_stopped', // it gave up by itself
  'lease_set',
  'lease_removed',
  'lease_over', // the moment came; the revocation is asked
  'drill_started',
  'drill_ended',
  'report_exported',
  'evidence_exported', // of a diagnosis
  'vault_copied', // an encrypted copy of the vault file was saved somewhere else
  'inventory_exported', // a list of the credentials without secrets
  'history_exported',
] as const;
export type HistoryWord = (typeof historyWords)[number];
