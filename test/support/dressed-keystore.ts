// The stand-in host's keystore dressed up as a keyring that seals as one does: it shows the app's part,
// and nothing of a real keystore. What it sealed undressed does not open dressed.
import type { Journey } from './journey.ts';

export async function dressKeystore(journey: Journey, backend: string): Promise<void> {
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
