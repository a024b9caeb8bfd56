// Where the browser listens for a test driver. Only ever asked for with --remote-debugging-port.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 10_000;

/** The address of the browser's DevTools socket; its file may appear after the pipe answers. */
export async function openedDebuggingPort(profile: string): Promise<string> {
  const file = path.join(profile, 'DevToolsActivePort');
  const deadline = Date.now() + LIMIT_MS;
  while (Date.now() < deadline) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const [port, socket] = text.split('\n');
    if (port && socket) return `ws://127.0.0.1:${port}${socket}`;
    await pause(10);
  }
  throw new Error('the browser did not open its debugging port');
}
