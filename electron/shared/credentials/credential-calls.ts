// The calls about credentials: adding one, editing, replacing its secret, deleting. The secret itself crosses in none of them: main takes it (secret input/).
import * as v from 'valibot';
import { confirmedCall, plainCall } from '../call-rows.ts';
import { hidesSomething } from '../one-line.ts';
import { credentialFacts } from './credential-facts.ts';
import { areFitNotes, MOST_NOTES, tidyNotes, MOST_WEB_PAGE, webPageAddress } from './notes.ts';
import { secretCommandInput } from './secret-command.ts';
import { credentialId, doneOrCancelled, environmentId, id, line } from '../view-parts.ts';
import { accessTypes, secretSources } from '../words.ts';

const identity = {
  ...credentialFacts,
  clientId: v.pipe(
    line(1, 256),
    v.check((typed) => !hidesSomething(typed)),
  ),
  accessType: v.picklist(accessTypes),
  environmentId,
};
const entered = v.strictObject({ ...identity, secretSource: v.picklist(secretSources) });
const added = v.union([v.strictObject({ credentialId: id }), v.literal('cancelled')]);

/** The rows of the contract about credentials. */
export const credentialCalls = {
  credentialAdd: { input: entered, output: added, effect: 'places_secret', confirm: 'by_handler' },
  /** Its secret is printed by a command when it is needed. Main shows the command, and runs nothing before. */
  credentialAddFetched: {
    input: v.strictObject({ ...identity, command: secretCommandInput }),
    output: added,
    effect: 'places_secret',
    confirm: true,
  },
  /** Another command, or the same again after its program changed: main names what was and what is. */
  credentialCommandSet: confirmedCall('places_secret', {
    credentialId,
    command: secretCommandInput,
  }),
  credentialEdit: plainCall({ credentialId, ...credentialFacts }),
  /** Empty: none. Refused where a secret of the vault stands in them; main asks where one seems to. */
  credentialNotesSet: confirmedCall('places_secret', {
    credentialId,
    notes: v.pipe(
      v.string(),
      v.maxLength(2 * MOST_NOTES),
      v.transform(tidyNotes),
      v.maxLength(MOST_NOTES),
      v.check(areFitNotes),
    ),
  }),
  /** Empty: none. Looked at as notes are. */
  credentialWebPageSet: confirmedCall('places_secret', {
    credentialId,
    address: v.pipe(
      v.string(),
      v.maxLength(MOST_WEB_PAGE),
      v.check((given) => given === '' || webPageAddress(given) === given),
    ),
  }),
  /** Main asks, showing the whole address that the vault holds, and opens that one in the system's browser. */
  credentialWebPageOpen: {
    input: v.strictObject({ credentialId }),
    output: doneOrCancelled,
    effect: 'discloses',
    confirm: 'by_handler',
  },
  /** Until when the secret in use is valid, as the web app says; null: not known. */
  credentialValidUntilSet: plainCall({
    credentialId,
    validUntilMs: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
  credentialReplaceSecret: confirmedCall('places_secret', {
    credentialId,
    secretSource: v.picklist(secretSources),
  }),
  /** `revokeFirst`: revoke what lives, then delete. Without it, live tokens refuse the deletion. */
  credentialRemove: confirmedCall('ends_tokens', { credentialId, revokeFirst: v.boolean() }),
} as const;
