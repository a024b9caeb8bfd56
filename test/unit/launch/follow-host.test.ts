// A host is followed from before its first instruction: whoever asks for the end then is heard.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { followHost } from '../../../electron/launch/follow-host.ts';

const host = { executable: process.execPath, cwd: process.cwd(), env: process.env };
const heard = (): readonly number[] =>
  (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => process.listenerCount(signal));

describe('a host', () => {
  it('can be asked to end from its first moment on, and no listener stays once it has ended', async () => {
    const before = heard();
    let atStart: readonly number[] = [];
    // Node tells of a child before it starts it.
    const listener = (): void => void (atStart = heard());
    subscribe('child_process', listener);
    const end = await followHost({ ...host, args: ['-e', 'process.exit(5)'] });
    unsubscribe('child_process', listener);
    expect(end).toMatchObject({ code: 5, signal: null, asked: false });
    expect(atStart).toEqual(before.map((count) => count + 1));
    expect(heard()).toEqual(before);
  });

  it('leaves no listener behind where it cannot be started at all', async () => {
    const before = heard();
    await expect(followHost({ ...host, args: ['\0'] })).rejects.toThrow('null bytes');
    expect(heard()).toEqual(before);
  });
});
