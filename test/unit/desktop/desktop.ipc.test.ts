// The calls about the desktop around the window: no path crosses, main shows and says by itself.
import { describe, expect, it } from 'vitest';
import { createSavedFile } from '../../../electron/main/ipc/saved-file.ts';
import { createContractServer } from '../../support/contract-server.ts';

describe('the file that was saved last', () => {
  it('is shown, and not once the vault was locked', () => {
    const shown: string[] = [];
    const saved = createSavedFile((file) => shown.push(file));
    expect(saved.show()).toBe(false);
    saved.note('/one');
    saved.note('/two');
    expect(saved.show()).toBe(true);
    saved.forget();
    expect(saved.show()).toBe(false);
    expect(shown).toEqual(['/two']);
  });
});

describe('the place of the vault', () => {
  it('is told in a dialog of main, and shown where the person says so', async () => {
    const server = await createContractServer();
    server.answerWith(0);
    expect(await server.call('vaultPlaceShow', undefined)).toEqual({ ok: true, value: 'done' });
    expect(server.questions[0]?.detail).toContain('/nowhere/vault/strongroom.vault');
    expect(server.shownInFolder).toEqual(['/nowhere/vault/strongroom.vault']);
  });

  it('is shown nowhere else', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    expect(await server.call('vaultPlaceShow', undefined)).toMatchObject({ value: 'cancelled' });
    expect(server.shownInFolder).toEqual([]);
  });
});

describe('what the app is made of', () => {
  it('names its version and what runs it, and no path', async () => {
    const server = await createContractServer();
    const about = await server.call('aboutCurrent', undefined);
    expect(about).toMatchObject({
      ok: true,
      value: { version: expect.any(String), runtime: [{ name: 'Node' }] },
    });
    expect(JSON.stringify(about)).not.toContain('/');
  });
});
