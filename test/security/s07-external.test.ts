// S07: no address that came from the window is ever handed to the system. Main opens the one that the vault holds for a
// credential, after its own question that shows it whole.
import { describe, expect, it } from 'vitest';
import { webPageAddress } from '../../electron/shared/credentials/notes.ts';
import { calls, callNames } from '../../electron/shared/ipc-contract.ts';
import { createContractServer, type ContractServer } from '../support/contract-server.ts';
import { sourceFiles } from '../support/source-files.ts';
import { TRADER } from '../support/test-session.ts';

const PAGE = 'https://app.example/keys/12?tab=secret#top';

const set = (server: ContractServer, address: string): Promise<unknown> =>
  server.call('credentialWebPageSet', { credentialId: TRADER, address });
const open = (server: ContractServer): Promise<unknown> =>
  server.call('credentialWebPageOpen', { credentialId: TRADER });
const pageOf = (server: ContractServer): string | undefined =>
  server.view().credentials.find(({ id }) => id === TRADER)?.webPage;

describe('opening addresses outside', () => {
  it('is possible in one place of the source', () => {
    const opening = sourceFiles('electron', 'renderer').filter(({ text }) =>
      /\bshell\.(?!showItemInFolder)|openExternal|xdg-open|rundll32/.test(text),
    );
    expect(opening.map(({ name }) => name)).toEqual(['electron/main/platform/open-in-system.ts']);
    const withShell = sourceFiles('electron', 'renderer').filter(({ text }) =>
      /\{[^}]*\bshell\b[^}]*\} from 'electron'/.test(text),
    );
    expect(withShell.map(({ name }) => name).toSorted()).toEqual([
      'electron/main/platform/open-in-system.ts',
    ]);
  });

  it('is no call of the contract that takes an address', () => {
    expect(callNames.filter((name) => /^open|visit|browse|url/i.test(name))).toEqual([]);
    expect(Object.keys(calls.credentialWebPageOpen.input.entries)).toEqual(['credentialId']);
  });

  it('opens what the vault holds, once main has shown it whole', async () => {
    const server = await createContractServer();
    await set(server, PAGE);
    server.answerWith(0);
    expect(await open(server)).toEqual({ ok: true, value: 'done' });
    expect(server.questions).toHaveLength(1);
    expect(server.questions[0]?.message).toContain('app.example');
    expect(server.questions[0]?.detail).toContain(PAGE);
    expect(server.openedPages).toEqual([PAGE]);
  });

  it('opens nothing where the person says no, or where there is none', async () => {
    const server = await createContractServer();
    server.answerWith(0);
    expect(await open(server)).toMatchObject({ ok: false });
    await set(server, PAGE);
    server.answerWith(null);
    expect(await open(server)).toEqual({ ok: true, value: 'cancelled' });
    expect(server.openedPages).toEqual([]);
  });

  it('opens nothing where another address was set while the question stood', async () => {
    const server = await createContractServer();
    await set(server, PAGE);
    server.answerWith(async () => {
      await server.session.vault.change({
        contents: (before) => ({
          ...before,
          credentials: before.credentials.map((each) => ({
            ...each,
            webPage: 'https://elsewhere.example/',
          })),
        }),
      });
      return 0;
    });
    expect(await open(server)).toEqual({ ok: true, value: 'cancelled' });
    expect(server.openedPages).toEqual([]);
  });
});

describe('the address of a page', () => {
  it.each([
    'http://app.example/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'https:app.example',
    'https:///app.example',
    'https://desk:word@app.example/',
    'https://desk@app.example/',
    'https:\\\\app.example\\',
    'https://app.example/a b',
    'https://app.example/\nnext',
    'https://app.example/\u202egpj',
    `https://app.example/${'a'.repeat(2_048)}`,
    'app.example',
  ])('is refused: %j', async (address) => {
    expect(webPageAddress(address)).toBeNull();
    const server = await createContractServer();
    expect(await set(server, address)).toMatchObject({ ok: false });
    expect(pageOf(server)).toBe('');
  });

  it('crosses in its normal form alone', async () => {
    const server = await createContractServer();
    expect(webPageAddress(' HTTPS://App.EXAMPLE ')).toBe('https://app.example/');
    expect(await set(server, 'https://App.EXAMPLE')).toMatchObject({ ok: false });
    expect(webPageAddress('https://b\u00fccher.example/"x')).toBe(
      'https://xn--bcher-kva.example/%22x',
    );
  });

  it('is refused where a secret of the vault stands in it, and asked about where one seems to', async () => {
    const server = await createContractServer();
    expect(await set(server, `https://app.example/?k=secret-of-${TRADER}`)).toMatchObject({
      ok: false,
      failure: { code: 'notes_hold_secret' },
    });
    server.answerWith(null);
    await set(server, 'https://app.example/AKIA9f3c71d8e2b4a6057Kq2Zx91');
    expect(server.questions).toHaveLength(1);
    expect(pageOf(server)).toBe('');
  });

  it('is gone once it is empty', async () => {
    const server = await createContractServer();
    await set(server, PAGE);
    expect(pageOf(server)).toBe(PAGE);
    await set(server, '');
    expect(pageOf(server)).toBe('');
  });
});
