// The system's proxy as Electron is asked for it: by origin, from the session that no setting bends.
import { describe, expect, it } from 'vitest';
import { createFakeElectron } from '../../support/fake-electron.ts';

describe('the system proxy', () => {
  it('is asked of the default session for the origin given', async () => {
    const fake = createFakeElectron();
    const { systemProxy } = await fake.load(
      () => import('../../../electron/main/platform/system-proxy.ts'),
    );
    expect(await systemProxy('https://base.test')).toBe('DIRECT');
    expect(fake.argsOf('default session', 'resolveProxy')).toEqual([['https://base.test']]);
  });
});
