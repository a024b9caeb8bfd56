// Whether a text that is about to be written holds any of the secrets and tokens of the vault: as it is,
// in hexadecimal, or in base64 at any alignment; whole or a run of it. Every record is opened once, one
// after the other, however many there are.
import { setImmediate } from 'node:timers/promises';
import { formsOf } from '../gateway/echo-forms.ts';
import type { Room } from '../tokens/room.ts';
import type { RecordName } from '../vault/vault.ts';

/** Runs of a secret of so many bytes are looked for; a shorter secret as a whole. */
const RUN_BYTES = 12;
/** A tenth of a secret may stand between two looks: any run of RUN_BYTES + STEP is found. */
const STEP = 4;
const BREATHE_EVERY = 50;

/** The id of the record whose text was found; null where there is none. */
export async function findSecretIn(text: Buffer, room: Room): Promise<string | null> {
  const { credentials, tokens } = room.vault.contents();
  const names: RecordName[] = [
    ...credentials.flatMap(({ id }): RecordName[] => [
      { id, field: 'client_secret' },
      { id, field: 'new_client_secret' },
    ]),
    ...tokens.map(({ id }): RecordName => ({ id, field: 'access_token' })),
  ];
  for (const [index, name] of names.filter((each) => room.vault.hasRecord(each)).entries()) {
    if (index % BREATHE_EVERY === 0) await setImmediate();
    const secret = room.vault.openRecord(name);
    if (!secret.ok) continue;
    const found = secret.value.use((bytes) => holds(text, bytes));
    secret.value.wipe();
    if (found) return name.id;
  }
  return null;
}

function holds(text: Buffer, secret: Buffer): boolean {
  const forms = formsOf(secret);
  try {
    return forms.some((form) => {
      if (form.length <= RUN_BYTES) return form.length >= 4 && text.includes(form);
      for (let at = 0; at + RUN_BYTES <= form.length; at += STEP) {
        if (text.includes(form.subarray(at, at + RUN_BYTES))) return true;
      }
      return false;
    });
  } finally {
    for (const form of forms) form.fill(0);
  }
}
