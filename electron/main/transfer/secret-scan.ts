// Whether a text that is about to be written holds any of the secrets and tokens of the vault: as it is,
// in hexadecimal, or in base64 at any alignment; whole or a run of it. Every record is opened once, one
// after the other, however many there are.
import { formsOf } from '../gateway/echo-forms.ts';
import type { Room } from '../tokens/room.ts';
import { indexRuns, type RunIndex } from '../tokens/run-index.ts';
import { createPace } from '../vault/pace.ts';
import type { RecordName } from '../vault/vault.ts';

/** Runs of so many bytes are looked for; a shorter form as a whole. */
const RUN_BYTES = 12;
/** A shorter form stands in innocent text. */
const SHORTEST_FORM = 4;

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
  const index = await indexRuns([text]);
  const pace = createPace();
  for (const name of names) {
    await pace.breathe();
    if (!room.vault.hasRecord(name)) continue;
    const secret = room.vault.openRecord(name);
    if (!secret.ok) continue;
    const found = secret.value.use((bytes) => holds(index, bytes));
    secret.value.wipe();
    if (found) return name.id;
  }
  return null;
}

function holds(index: RunIndex, secret: Buffer): boolean {
  const forms = formsOf(secret);
  try {
    return forms.some((form) => form.length >= SHORTEST_FORM && index.holdsRunOf(form, RUN_BYTES));
  } finally {
    for (const form of forms) form.fill(0);
  }
}
