// The stand-in host's keystore dressed up as a keyring that seals as one does: it shows the app's part,
// and nothing of a real keystore. What it sealed undressed does not open dressed.
import type { Journey } from './journey.ts';
import { needsStandIn } from './stand-in-records.ts';

/** For the start of an app whose keystore is dressed up: it answers, on the strict stand-in too. */
export const answeringKeystore = { STANDIN_KEYSTORE_ANSWERS: '1' } as const;

export async function dressKeystore(journey: Journey, backend: string): Promise<void> {
  needsStandIn('a keystore that seals, since none of the system is dressed up.');
  await journey.launched().app.evaluate(({ safeStorage }, name) => {
    const seal = safeStorage.encryptStringAsync.bind(safeStorage);
    const open = safeStorage.decryptStringAsync.bind(safeStorage);
    const mark = Buffer.from('v11');
    Object.assign(safeStorage, {
      getSelectedStorageBackend: () => name,
      encryptStringAsync: async (text: string) => Buffer.concat([mark, await seal(text)]),
      decryptStringAsync: (sealed: Buffer) => open(sealed.subarray(mark.length)),
    });
  }, backend);
}
