// An X server in memory (Xvfb), for windows that can be seen without covering anybody's screen.
// Linux alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface VirtualDisplay {
  /** The value of DISPLAY. */
  readonly name: string;
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
  const child = spawn(
    server,
    `-displayfd 3 -screen 0 ${width}x${height}x24 -nolisten tcp -noreset`.split(' '),
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const exited = once(child, 'exit');
  const number = await Promise.race([
    once(child.stdio[3] as Readable, 'data').then(([part]) => String(part).trim()),
    exited.then(() => {
      throw new Error(`${server} ended at once`);
    }),
  ]);
  return {
    name: `:${number}`,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
