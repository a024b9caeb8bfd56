// A program of this folder on a file system of 2 MiB, and what it reports.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const mount = 'mount -t tmpfs -o size=2m tmpfs "$1" && exec "$2" "$3" "$1"';

/** Null where nothing may be mounted. The mount lives in a namespace of the child and dies with it. */
export function onFullDisk(program: string, directory: string): unknown {
  if (process.platform !== 'linux') return null;
  const child = path.join(import.meta.dirname, program);
  for (const namespace of [['--mount'], ['--user', '--map-root-user', '--mount']]) {
    const command = ['sh', '-c', mount, 'sh', directory, process.execPath, child];
    const run = spawnSync('unshare', [...namespace, ...command], { encoding: 'utf8' });
    if (run.status === 0) return JSON.parse(run.stdout);
    if (run.stdout !== '' || /Error/.test(run.stderr)) throw new Error(run.stderr);
  }
  return null;
}
