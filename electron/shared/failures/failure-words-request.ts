// Words for what a person or a window asked for that cannot be done. Pure.
import { counted } from '../counts.ts';
import type { FailureFacts } from './failure.ts';
import { hostOf, type Words } from './failure-words-shape.ts';

const unchanged = 'Nothing was changed.';

/** The words of each code about a request of the person. */
export const requestWords = {
  cancelled_by_person: ['You cancelled.', unchanged, 'Start again whenever you want.'],
  unknown_environment: [
    'This environment is no longer there.',
    unchanged,
    'Choose another environment.',
  ],
  unknown_credential: [
    'This credential is no longer there.',
    unchanged,
    'Choose another credential.',
  ],
  not_kept: [
    'This credential is not kept.',
    'What lasts longer than this session needs the vault: renewal, rotation, a favourite.',
    'Keep it first.',
  ],
  unknown_token: ['This token is no longer listed.', unchanged, 'Choose another token.'],
  address_invalid: (facts: FailureFacts): Words => [
    `The ${facts.about ?? 'address'} cannot be used.`,
    'Only a plain https address is safe to send a secret to.',
    'Enter an https address without user name, query or fragment.',
  ],
  addresses_overlap: [
    'The base address is the trading address, or lies under it.',
    'Tokens are never requested at the trading host, so no token could be got here.',
    'Enter the two addresses as the service gave them.',
  ],
  proxy_invalid: (facts: FailureFacts): Words => [
    `The ${facts.about ?? 'address'} of the proxy cannot be used.`,
    unchanged,
    'Enter only a host name or IP address, a port from 1 to 65535, and a sign-in name without colon or none.',
  ],
  label_taken: (facts: FailureFacts): Words => [
    facts.about === undefined
      ? 'This name is taken already.'
      : `The name ${facts.about} is taken already.`,
    'Two with the same name could be mistaken for each other.',
    'Choose another one.',
  ],
  live_tokens_exist: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'This credential still has live tokens.'
      : `This credential still has ${counted(facts.count, 'live token')}.`,
    'Without the credential they could no longer be revoked.',
    'Revoke them first, or choose to revoke and delete together.',
  ],
  credentials_exist: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'Credentials still belong to this environment.'
      : `${counted(facts.count, 'credential')} still ${facts.count === 1 ? 'belongs' : 'belong'} to this environment.`,
    'Without it their tokens could not be revoked.',
    'Delete the credentials first.',
  ],
  address_in_use: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'Something is under way with a credential of this environment.'
      : `${counted(facts.count, 'live token')} ${facts.count === 1 ? 'was' : 'were'} issued at the present addresses.`,
    'At other addresses they could be neither checked nor revoked. Nothing was changed.',
    'Revoke them first, and change the addresses once they are confirmed dead.',
  ],
  built_in_environment: [
    'The practice environment belongs to Strongroom.',
    'It cannot be changed or removed.',
    'Add an environment of your own instead.',
  ],
  export_failed: [
    'The file was not saved.',
    'The disk is full, or the folder cannot be written to. A file of that name is as it was.',
    'Choose another folder, or free some space, then save again.',
  ],
  settings_not_saved: [
    'The settings could not be saved.',
    'The disk is full, or their file may not be written. They are as they were.',
    'Free some space, or allow writing to the folder, then change it again.',
  ],
  login_start_failed: [
    'Whether Strongroom starts at login could not be changed.',
    'The system refused it, the folder for such programs cannot be written to, or the path of Strongroom has characters that cannot be used there.',
    'Look at the settings of the system for programs that start at login.',
  ],
  login_start_held_back: [
    'The system does not start Strongroom at login yet.',
    'It waits for you to allow that.',
    'Allow Strongroom in the settings of the system for programs that start at login.',
  ],
  token_text_gone: [
    'The text of this token is no longer kept.',
    'It was forgotten or has expired, so it cannot be sent or copied.',
    'Get a new token if you need one.',
  ],
  not_revocable_here: [
    'A Partner token cannot be revoked from here.',
    'The service documents no endpoint for it.',
    'Follow the guide: revoke the key in the web app, then check the result here.',
  ],
  not_checkable: [
    'This token cannot be checked.',
    'No call accepts a token with these scopes.',
    'Its expiry time is all that is known about it.',
  ],
  too_many_views: (facts: FailureFacts): Words => [
    'No more views can be saved.',
    `The vault keeps ${facts.count ?? 50} of them.`,
    'Delete one that is no longer needed.',
  ],
  unknown_view: [
    'This view is gone.',
    'It was deleted meanwhile.',
    'Save the search under a new name.',
  ],
  already_running: [
    'The same call is already running.',
    'It was not started twice.',
    'Wait for its answer.',
  ],
  attempts_stopped: [
    'Automatic attempts have stopped.',
    'The server refused these credentials three times in a row; more could lock the client out.',
    'Check the client id and the secret, then ask for a token yourself.',
  ],
  renewals_frozen: [
    'Renewals of these credentials are frozen.',
    'They are part of a “Revoke everything” run that is still open, so no token is issued automatically.',
    'Close the run, or ask for a token yourself.',
  ],
  ended_by_stop: [
    '“Revoke everything” ended this request.',
    'It covers this credential, so no token was asked for after you confirmed.',
    'Ask again if you still want a token.',
  ],
  token_repeated: [
    'The server gave a token that is here already.',
    'It gives the same token again instead of a new one. It stays as it is, and nothing was revoked.',
    'Use the token in the list, or revoke it there first.',
  ],
  ended_on_arrival: [
    'You cancelled.',
    'The request had been sent by then, and a token came. It replaces no other, and its end was begun at once.',
    'Follow its end in the list of tokens.',
  ],
  being_deleted: [
    'This credential is being deleted.',
    'It goes once all of its tokens are dead, and a new one would put that off. Nothing was sent.',
    'Add it again afterwards if you still need tokens.',
  ],
  automatic_paused: (facts: FailureFacts): Words => [
    `Automatic requests to ${hostOf(facts)} are paused.`,
    'It could not be reached several times in a row; nothing was sent now.',
    'It is tried again in half a minute. What you ask for yourself is sent at once.',
  ],
  nothing_to_stop: [
    'There is nothing to revoke here.',
    'No live token that Strongroom can act on is covered by this choice.',
    'Choose more, or close this.',
  ],
  unknown_stop_run: [
    'This run is no longer in the vault.',
    unchanged,
    'Look at the list of runs again.',
  ],
  stop_run_open: (facts: FailureFacts): Words => [
    facts.count === undefined
      ? 'Some tokens of this run have no end yet.'
      : `${counted(facts.count, 'token')} of this run ${facts.count === 1 ? 'has' : 'have'} no end yet.`,
    'They are still being revoked or confirmed dead.',
    'Wait for them; then you can close the run.',
  ],
  practice_unavailable: [
    'The practice gateway is not running.',
    'No port could be opened on this machine’s own address.',
    'Lock and unlock, or start Strongroom again.',
  ],
  history_damaged: [
    'The history cannot be opened as it was written.',
    'It is being verified; what is found is said here and in the history itself.',
    'Open the history again in a moment.',
  ],
  history_closed: [
    'The history cannot be read now.',
    'Its file is not open. What is done meanwhile is kept in memory and written when it can be.',
    'Free some space or check the folder of the vault; it is tried again every few seconds.',
  ],
  secret_unchanged: [
    'This is the client secret that is stored already.',
    'A rotation needs a new one; nothing was kept of this.',
    'Create a new secret in the web app and take that one.',
  ],
  rotation_open: [
    'The secret of this credential is being rotated.',
    'Replacing it outright would lose the order that keeps old tokens revocable.',
    'Continue the rotation, or abandon it first.',
  ],
  rotation_not_open: [
    'No rotation of this credential is under way.',
    unchanged,
    'Start one under its secret.',
  ],
  step_not_ready: [
    'An earlier step is not done yet.',
    unchanged,
    'Do the step that is marked as next.',
  ],
  leak_plan_missing: [
    'No plan for a leaked key is open for this credential.',
    unchanged,
    'Start one under its secret.',
  ],
  old_secret_gone: [
    'The old secret is no longer stored here.',
    'A newer one took its place, so nobody here can find out whether the old one still works.',
    'Check in the web app whether the old secret was removed.',
  ],
  drill_running: [
    'A drill is running.',
    'While it runs, nothing outside it can be touched, so that no real token dies by mistake.',
    'End the drill first; its band is at the top of the window.',
  ],
  drill_not_running: ['No drill is running.', unchanged, 'Start one from the sidebar.'],
  invalid_input: (facts: FailureFacts): Words => [
    facts.about === undefined ? 'An entry cannot be used.' : `The ${facts.about} cannot be used.`,
    unchanged,
    'Correct it and try again.',
  ],
  not_allowed: ['This window may not do that.', unchanged, 'Use the main window.'],
  internal_error: (facts: FailureFacts): Words => [
    'Something went wrong inside Strongroom.',
    'This is a fault of the program, not of your entry. What was saved before stays saved.',
    `Try again. If it happens again, report it${facts.correlationId === undefined ? '' : ` with reference ${facts.correlationId}`}.`,
  ],
} as const;
