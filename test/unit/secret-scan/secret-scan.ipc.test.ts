// The calls about looking for our own, as the window makes them: what is looked at is chosen in main, and
// neither a path nor a value comes back.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createContractServer } from '../../support/contract-server.ts';
import { TRADER } from '../../support/test-session.ts';
import { ownFolder } from '../../support/own-folder.ts';

const SECRET = `secret-of-${TRADER}`;
const at = ownFolder();
beforeEach(() => {
  writeFileSync(at('app.log'), `x=${SECRET}`);
});

const foundOne = { ok: true, value: { found: [{ what: 'client_secret', label: TRADER }] } };

describe('a search for our own', () => {
  it.each(['entry', 'clipboard'])('finds what came by %s', async (source) => {
    const server = await createContractServer(`a ${SECRET} b`);
    const answer = await server.call('secretScanSearch', { source });
    expect(answer).toMatchObject(foundOne);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
  });

  it('looks where the person chose, and tells no path above that', async () => {
    const server = await createContractServer();
    server.pick(at());
    for (const source of ['folder', 'file']) {
      const answer = await server.call('secretScanSearch', { source });
      expect(answer).toMatchObject(foundOne);
      expect(JSON.stringify(answer)).toContain(`${path.basename(at())}/app.log`);
      expect(JSON.stringify(answer)).not.toContain(tmpdir());
    }
  });

  it('looks nowhere when nothing is chosen', async () => {
    const server = await createContractServer();
    expect(await server.call('secretScanSearch', { source: 'file' })).toEqual({
      ok: true,
      value: 'cancelled',
    });
    expect(server.session.noted).toEqual([]);
  });

  it('is not begun for a sheet that was closed meanwhile', async () => {
    const server = await createContractServer();
    server.pick(at());
    const searching = server.call('secretScanSearch', { source: 'folder' });
    await server.call('secretScanEnd');
    expect(await searching).toEqual({ ok: true, value: 'cancelled' });
    expect(server.session.noted).toEqual([]);
  });

  it('takes no path from the window', async () => {
    const server = await createContractServer();
    const given = { source: 'file', paths: [at()] };
    expect(await server.call('secretScanSearch', given)).toMatchObject({
      failure: { code: 'invalid_input' },
    });
  });
});

describe('what is dropped on the window', () => {
  it('is told to the window, and searched only after main asked, naming it', async () => {
    const server = await createContractServer();
    await server.call('secretScanDropped', { paths: [at()] });
    expect(server.told).toEqual(['dropped']);
    server.answerWith(0);
    expect(await server.call('secretScanSearch', { source: 'dropped' })).toMatchObject(foundOne);
    expect(server.questions.map(({ detail }) => detail)).toEqual([expect.stringContaining(at())]);
  });

  it('is left alone when the person says no, and forgotten', async () => {
    const server = await createContractServer();
    await server.call('secretScanDropped', { paths: [at()] });
    const search = () => server.call('secretScanSearch', { source: 'dropped' });
    expect(await search()).toEqual({ ok: true, value: 'cancelled' });
    expect(await search()).toMatchObject({ failure: { code: 'system_refused' } });
    expect(server.session.noted).toEqual([]);
  });

  it('and has no place on disk is said to have none', async () => {
    const server = await createContractServer();
    await server.call('secretScanDropped', { paths: ['', ''] });
    expect(await server.call('secretScanSearch', { source: 'dropped' })).toMatchObject({
      failure: { code: 'system_refused' },
    });
    expect(server.questions).toEqual([]);
  });

  it('may be several things at once', async () => {
    const server = await createContractServer();
    const file = at('app.log');
    await server.call('secretScanDropped', { paths: [file, at(), at('gone')] });
    server.answerWith(0);
    expect(await server.call('secretScanSearch', { source: 'dropped' })).toMatchObject({
      value: { files: 2, found: [{ count: 2 }], leftOut: [{ reason: 'unreadable', count: 1 }] },
    });
  });
});
