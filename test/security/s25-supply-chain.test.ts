// S25: what others can slip in. Few packages, each by name; exact versions; no code at install; the lock
// file pins every byte and names no server. That the page reaches no network: security-page.journey.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockText, lockedPackages, manifest } from '../support/lock-file.ts';

const project = path.join(import.meta.dirname, '../..');
const { dependencies, devDependencies, optionalDependencies } = manifest();

describe('dependencies', () => {
  it('of the packed app are these', () => {
    expect(Object.keys(dependencies)).toEqual(['@node-rs/argon2']);
    const runtime = lockedPackages().filter(({ dev }) => !dev);
    const strange = runtime.filter(
      // The native module for each system; Node for the scripts, which is never packed (S16).
      ({ name }) => !/^@node-rs\/argon2(-[\w-]+)?$|^node-(linux|win)-(x64|arm64)$/.test(name),
    );
    expect(strange.map(({ name }) => name)).toEqual([]);
  });

  it('are named with exact versions', () => {
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    expect(versions.length).toBeGreaterThan(20);
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('run nothing at install: scripts are off, and only a known one has any', () => {
    expect(readFileSync(path.join(project, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
    const scripted = lockedPackages().filter(({ hasInstallScript }) => hasInstallScript);
    expect([...new Set(scripted.map(({ name }) => name))]).toEqual(['electron-winstaller']);
  });

  it('are pinned by their bytes, wherever they come from', () => {
    const loose = lockedPackages().filter(
      ({ integrity }) => integrity?.startsWith('sha512-') !== true,
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
    expect(lockedPackages().filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(lockText()).not.toMatch(/"resolved"|registry\./);
  });
});
