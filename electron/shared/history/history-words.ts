// What the history can say happened, and its title. A closed list: nothing else is ever written to it.

/** Every event word (docs/glossary.md, "Words that are kept in files") in a few words for people. */
export const historyTitles = {
  history_started: 'History started', // a new chain: of a new vault, or because the file before it is damaged
  history_gap: 'Events missing', // events that could not be written, and were too many to wait
  vault_created: 'Vault created',
  vault_unlocked: 'Vault unlocked',
  vault_locked: 'Vault locked',
  window_locked: 'Window locked, vault at work', // the vault works on behind it
  passphrase_changed: 'Passphrase changed',
  recovery_key_made: 'Recovery key made',
  data_key_replaced: 'Data key replaced',
  backup_restored: 'Backup restored',
  backup_tested: 'Backup tested', // a backup was opened and read to its end
  older_vault_accepted: 'Older vault accepted',
  keystore_turned_on: 'System keystore can unlock',
  keystore_turned_off: 'System keystore no longer unlocks',
  environment_added: 'Environment added',
  environment_changed: 'Environment changed',
  environment_removed: 'Environment removed',
  credential_added: 'Key added',
  credential_changed: 'Key changed',
  secret_replaced: 'Client secret replaced',
  credential_removed: 'Key deleted',
  credentials_imported: 'Keys imported',
  token_received: 'Token received',
  token_request_failed: 'Token request failed', // the server or the network said no; nothing was minted
  token_possibly_issued: 'Token possibly issued', // no answer: a token may live that nobody has seen
  token_checked: 'Token checked',
  token_copied: 'Token copied',
  token_handed_out: 'Token handed out to a program', // a program was given it, and holds it until it ends
  hand_out_denied: 'Program denied a token', // a program asked for a token and was given none
  credential_diagnosed: 'Key diagnosed', // the diagnosis: what it came to, its worst check
  token_inspected: 'Token from elsewhere inspected', // one from somewhere else: what a server answered about it
  token_forgotten: 'Token forgotten',
  ours_searched: 'Searched for our own', // a text, files or folders were searched for what is ours
  ours_found: 'Found outside the vault', // one of ours was found there
  revoke_asked: 'Revocation requested', // the intent is durable, nothing has left
  revoke_accepted: 'Revocation accepted',
  revoke_unconfirmed: 'Revocation unconfirmed', // no clear answer; it is asked again
  revoke_failed: 'Revocation failed', // the server will not accept it however often asked
  verified_dead: 'Confirmed dead',
  still_honoured: 'Revoked, still works', // works after the propagation window
  stop_run_started: 'Revocation run started',
  stop_run_cancelled: 'Queue of a revocation run stopped', // what was not sent was left alone
  stop_run_ended: 'Revocation run ended', // every token accepted, failed for good, or expired
  stop_run_closed: 'Revocation run closed',
  plan_started: 'Web app steps started',
  plan_step: 'Web app step',
  leak_plan_started: 'Plan for a leaked key started',
  leak_plan_closed: 'Plan for a leaked key closed',
  old_secret_tried: 'Old secret tried',
  rotation_started: 'Rotation started',
  rotation_new_secret: 'New secret taken',
  rotation_checked: 'New secret works',
  rotation_finished: 'Rotation finished',
  rotation_abandoned: 'Rotation abandoned',
  renewal_on: 'Renewal switched on',
  renewal_off: 'Renewal switched off',
  token_renewed: 'Token renewed', // the new token was found to work and is the current one
  renewal_failed: 'Renewal failed', // noted once for each reason in a row
  renewal_stopped: 'Renewal stopped', // it gave up by itself
  lease_set: 'Early revocation set',
  lease_removed: 'Early revocation removed',
  lease_over: 'Early revocation due', // the moment came; the revocation is asked
  drill_started: 'Drill started',
  drill_ended: 'Drill ended',
  report_exported: 'Report exported',
  evidence_exported: 'Evidence of a diagnosis exported', // of a diagnosis
  vault_copied: 'Encrypted copy of the vault saved', // an encrypted copy of the vault file was saved somewhere else
  inventory_exported: 'Inventory exported', // a list of the credentials without secrets
  history_exported: 'History exported',
} as const;
export type HistoryWord = keyof typeof historyTitles;

export const historyWords = Object.keys(historyTitles) as readonly HistoryWord[];
