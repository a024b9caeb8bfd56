// S43: a file that leaves the app is whole or not there, and replaces none that the person was not asked about.
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../electron/main/domain/result.ts';
import { saveExport, savePageAndFacts } from '../../../electron/main/vault/exported-file.ts';
import { nodeFileSystem } from '../../../electron/main/vault/file-system.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

const bytes = Buffer.from('a report');

describe('an exported file', () => {
  it('replaces what has its name and belongs to its owner alone', async () => {
    const file = at('report.html');
    writeFileSync(file, 'older');
    expect(await saveExport(file, bytes)).toEqual({ ok: true, value: undefined });
    expect(readFileSync(file)).toEqual(bytes);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('leaves the older file and nothing besides where the disk is full', async () => {
    const file = at('report.html');
    writeFileSync(file, 'older');
    const full = {
      ...nodeFileSystem,
      rename: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    };
    expect(await saveExport(file, bytes, full)).toEqual({
      ok: false,
      failure: { code: 'not_saved' },
    });
    expect(readFileSync(file, 'utf8')).toBe('older');
    expect(readdirSync(at())).toEqual(['report.html']);
  });

  it('has its facts beside it under a name that nothing has, also where the page is replaced', async () => {
    const page = at('report.html');
    const save = () =>
      savePageAndFacts(
        page,
        {},
        (facts) => `beside ${facts}`,
        () => Promise.resolve(ok()),
      );
    for (const name of ['report.html', 'report.json']) {
      writeFileSync(at(name), 'foreign');
    }
    expect(await save()).toEqual(ok());
    const texts = ['report.html', 'report.json', 'report-2.json'].map((name) =>
      readFileSync(at(name), 'utf8'),
    );
    expect(texts).toEqual(['beside report-2.json', 'foreign', '{}\n']);
  });

  it('says that a folder cannot be written to', async () => {
    const file = at('missing', 'report.html');
    expect(await saveExport(file, bytes)).toEqual({
      ok: false,
      failure: { code: 'not_saved' },
    });
  });
});
