// S29: every permission is denied without looking at who asks (CVE-2026-34777). What Chromium answers to
// a page is shown by security-page.journey.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockedDown } from '../support/fake-contents.ts';

const declarations = readFileSync(
  path.join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'),
  'utf8',
);

/** Every name Electron's own declarations give to the two handlers: a new one is tried by itself. */
function permissions(): readonly string[] {
  const lists = declarations.matchAll(/setPermission(?:Request|Check)Handler\(handler: .*$/gm);
  const names = [...lists].flatMap(([line]) =>
    [...line.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)];
}

describe('a permission', () => {
  it('has many names, all of which are tried', () => {
    expect(permissions().length).toBeGreaterThan(20);
  });

  it.each(permissions())('%s is denied, asked and checked', (name) => {
    const { handlers } = lockedDown();
    const decided: unknown[] = [];
    const decide = (answer: unknown): number => decided.push(answer);
    for (const origin of ['strongroom://app', 'https://example.com', 'null', '']) {
      handlers.get('setPermissionRequestHandler')({}, name, decide, { requestingUrl: origin });
      const checked = handlers.get('setPermissionCheckHandler')(null, name, origin, {});
      expect(checked).toBe(false);
    }
    expect(decided).toEqual([false, false, false, false]);
  });

  it('for a device or the screen is denied too', () => {
    const { handlers } = lockedDown();
    const chosen: unknown[] = [];
    expect(handlers.get('setDevicePermissionHandler')({ deviceType: 'hid' })).toBe(false);
    handlers.get('setDisplayMediaRequestHandler')({}, (answer: unknown) => chosen.push(answer));
    expect(chosen).toEqual([null]);
  });
});
