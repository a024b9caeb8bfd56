// S20: no local peer can talk to the app: no server outside practice, no pipe, no scheme registered with
// the system. The ports of the running app are counted by security-processes.journey.ts.
import { describe, expect, it } from 'vitest';
import { startPractice } from '../support/practice.ts';
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

  it('happens on the loopback address', async () => {
    const practice = await startPractice();
    const hosts = [practice.baseUrl, practice.tradeUrl].map((url) => new URL(url).hostname);
    await practice.stop();
    expect(hosts).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('is not asked of the system: no scheme, no native messaging', () => {
    const ways = /setAsDefaultProtocolClient|open-url|connectNative/;
    const found = sourceFiles('electron', 'renderer').filter(({ text }) => ways.test(text));
    expect(found).toEqual([]);
  });
});
