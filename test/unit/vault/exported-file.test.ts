// S43: a file that leaves the app is whole or not there, and replaces none that the person was not asked about.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  factsBeside,
  saveExport,
  saveNewExport,
} from '../../../electron/main/vault/exported-file.ts';
import { nodeFileSystem } from '../../../electron/main/vault/file-system.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'strongroom-export-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = Buffer.from('a report');

describe('an exported file', () => {
  it('replaces what has its name and belongs to its owner alone', async () => {
    const file = path.join(folder, 'report.html');
    writeFileSync(file, 'older');
    expect(await saveExport(file, bytes)).toEqual({ ok: true, value: undefined });
    expect(readFileSync(file)).toEqual(bytes);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('leaves the older file and nothing besides where the disk is full', async () => {
    const file = path.join(folder, 'report.html');
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
    expect(readdirSync(folder)).toEqual(['report.html']);
  });

  it('replaces no file that nobody was asked about', async () => {
    const file = path.join(folder, 'report.json');
    writeFileSync(file, 'foreign');
    expect(await saveNewExport(file, Buffer.from('facts'))).toEqual({
      ok: false,
      failure: { code: 'not_saved' },
    });
    expect(readFileSync(file, 'utf8')).toBe('foreign');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  it('has its facts beside it under a name that nothing has, also where the page is replaced', async () => {
    const page = path.join(folder, 'report.html');
    expect(path.basename(await factsBeside(page))).toBe('report.json');
    for (const name of ['report.html', 'report.json']) {
      writeFileSync(path.join(folder, name), 'foreign');
    }
    const facts = await factsBeside(page);
    expect(path.basename(facts)).toBe('report-2.json');
    expect(await saveNewExport(facts, Buffer.from('facts'))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(readFileSync(facts, 'utf8')).toBe('facts');
  });

  it('says that a folder cannot be written to', async () => {
    const file = path.join(folder, 'missing', 'report.html');
    expect(await saveExport(file, bytes)).toEqual({
      ok: false,
      failure: { code: 'not_saved' },
    });
  });
});
