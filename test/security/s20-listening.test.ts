// S20: no local peer can talk to the app: no server outside practice, no pipe, no scheme registered with
// the system. The ports of the running app are counted by security-processes.journey.ts; that
// practice listens on loopback alone: test/gateway/practice-gateway.test.ts.
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

describe('listening', () => {
  it('is done by the practice gateway and, where it is switched on, by the door for programs alone', () => {
    const ways = /createServer\(|\.listen\(|WebSocketServer|node:dgram/;
    const found = sourceFiles('electron').filter(({ text }) => ways.test(text));
    expect(found.map(({ name }) => name)).toEqual([
      'electron/main/hand-out/door.ts',
      'electron/main/practice/gateway/practice-gateway.ts',
    ]);
  });

  it('is not asked of the system: no scheme, no native messaging', () => {
    const ways = /setAsDefaultProtocolClient|open-url|connectNative/;
    const found = sourceFiles('electron', 'renderer').filter(({ text }) => ways.test(text));
    expect(found).toEqual([]);
  });
});
