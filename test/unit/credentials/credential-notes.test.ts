// Notes of a credential: kept as written, and never with a secret of the vault in them.
import { describe, expect, it } from 'vitest';
import { MOST_NOTES } from '../../../electron/shared/credentials/notes.ts';
import { createContractServer, type ContractServer } from '../../support/contract-server.ts';
import { TRADER } from '../../support/test-session.ts';

const SECRET = `secret-of-${TRADER}`;
const LATER = 'A9f3-typed-later-7Kq2Zx';
const KEY_LIKE = 'AKIA9f3c71d8e2b4a6057Kq2Zx91';

const setNotes = (server: ContractServer, notes: string): Promise<unknown> =>
  server.call('credentialNotesSet', { credentialId: TRADER, notes });
const notesOf = (server: ContractServer): string | undefined =>
  server.view().credentials.find(({ id }) => id === TRADER)?.notes;
const refused = { ok: false, failure: { code: 'notes_hold_secret' } };

describe('notes of a credential', () => {
  it('are kept with their lines, and shown', async () => {
    const server = await createContractServer();
    await setNotes(server, 'Call the desk first.\r\n\tThen rotate.  \n');
    expect(notesOf(server)).toBe('Call the desk first.\n\tThen rotate.');
    expect(server.questions).toEqual([]);
  });

  it('are gone once they are empty', async () => {
    const server = await createContractServer();
    await setNotes(server, 'Call the desk first.');
    await setNotes(server, ' \n ');
    expect(notesOf(server)).toBe('');
    const [stored] = server.session.vault.contents().credentials;
    expect(stored).not.toHaveProperty('notes');
  });

  it('are told of in the history', async () => {
    const server = await createContractServer();
    await setNotes(server, 'Call the desk first.');
    expect(server.session.noted.at(-1)).toMatchObject({ what: 'credential_changed' });
  });

  it.each([
    ['as it is', SECRET],
    ['percent-encoded', Buffer.from(SECRET).toString('hex').replaceAll(/../g, '%$&')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in part', SECRET.slice(1)],
  ])('are refused where a secret of the vault stands in them %s', async (_how, text) => {
    const server = await createContractServer();
    expect(await setNotes(server, `the key is ${text}, keep it`)).toMatchObject(refused);
    expect(notesOf(server)).toBe('');
  });

  it('are asked about where a word looks like a key, and left alone at a no', async () => {
    const server = await createContractServer();
    server.answerWith(null);
    expect(await setNotes(server, `see ${KEY_LIKE}`)).toEqual({ ok: true, value: 'cancelled' });
    expect(server.questions).toHaveLength(1);
    expect(notesOf(server)).toBe('');
    server.answerWith(0);
    await setNotes(server, `see ${KEY_LIKE}`);
    expect(notesOf(server)).toBe(`see ${KEY_LIKE}`);
  });

  it('keep a secret out that stands in them already', async () => {
    const server = await createContractServer(LATER);
    server.answerWith(0);
    await setNotes(server, `next one: ${LATER}`);
    const before = server.session.credential().secretFingerprint;
    const replaced = await server.call('credentialReplaceSecret', {
      credentialId: TRADER,
      secretSource: 'entry',
    });
    expect(replaced).toMatchObject({ ...refused, failure: { facts: { about: TRADER } } });
    expect(server.session.credential().secretFingerprint).toBe(before);
  });

  it.each([
    ['too long', 'x '.repeat(MOST_NOTES)],
    ['with what turns the text around', 'paid ‮abc'],
    ['with a control character', 'a\u0007b'],
  ])('are refused at the edge %s', async (_what, notes) => {
    const server = await createContractServer();
    expect(await setNotes(server, notes)).toMatchObject({ failure: { code: 'invalid_input' } });
  });
});
