// An X server in memory (Xvfb), for windows that can be seen without covering anybody's screen. Its picture can
// be read. Linux alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface VirtualDisplay {
  /** The value of DISPLAY. */
  readonly name: string;
  /** The screen as it is now: rows of `width` pixels of four bytes (blue, green, red, unused). */
  readonly pixels: () => Buffer;
  readonly stop: () => Promise<void>;
}

/** Path of Xvfb, or null. */
export function virtualDisplayServer(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return (
    folders.map((folder) => path.join(folder, 'Xvfb')).find((file) => fs.existsSync(file)) ?? null
  );
}

/** Throws where the server does not start. Sizes in pixels. */
export async function startVirtualDisplay(
  width: number,
  height: number,
  server = virtualDisplayServer(),
): Promise<VirtualDisplay> {
  if (server === null) throw new Error('Xvfb is not installed');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'strongroom-display-'));
  const child = spawn(
    server,
    `-displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp -noreset -fbdir`
      .split(' ')
      .concat(folder),
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const number = await Promise.race([
    once(child.stdio[3] as Readable, 'data').then(([part]) => String(part).trim()),
    exited.then(() => {
      throw new Error(`${server} ended at once`);
    }),
  ]);
  const size = width * height * 4;
  return {
    name: `:${number}`,
    // An XWD file: a header and a table of colours come before the picture, and nothing after it.
    pixels: () => fs.readFileSync(path.join(folder, 'Xvfb_screen0')).subarray(-size),
    async stop() {
      child.kill();
      await exited;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
