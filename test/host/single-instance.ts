// The single-instance lock: a file in the user-data folder naming the process that holds it. A second
// process leaves its command line in a drop folder, which the holder watches. No socket, no port.
import fs from 'node:fs';
import path from 'node:path';

interface SecondInstance {
  readonly argv: string[];
  readonly workingDirectory: string;
}

/** False where another live process holds the lock; that one is then told about us. */
export function takeInstanceLock(
  folder: string,
  onSecond: (second: SecondInstance) => void,
): boolean {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'standin-lock');
  const drop = path.join(folder, 'standin-second');
  if (!tryLock(file)) {
    leave(drop, { argv: process.argv, workingDirectory: process.cwd() });
    return false;
  }
  fs.rmSync(drop, { recursive: true, force: true });
  fs.mkdirSync(drop);
  const watcher = fs.watch(drop, () => {
    for (const second of collect(drop)) onSecond(second);
  });
  watcher.unref();
  process.once('exit', () => {
    watcher.close();
    fs.rmSync(file, { force: true });
    fs.rmSync(drop, { recursive: true, force: true });
  });
  return true;
}

function tryLock(file: string): boolean {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = Number(fs.readFileSync(file, 'utf8'));
    if (holder === process.pid) return true;
    if (isAlive(holder)) return false;
    // The holder was killed. Whoever takes the file away first may try again.
    const aside = `${file}.${process.pid}`;
    try {
      fs.renameSync(file, aside);
      fs.rmSync(aside);
    } catch {
      return false;
    }
    return tryLock(file);
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A killed process that its parent has not collected yet still answers the signal.
  if (process.platform !== 'linux') return true;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).charAt(0) !== 'Z';
  } catch {
    return false;
  }
}

function leave(drop: string, second: SecondInstance): void {
  const name = path.join(drop, `${process.pid}`);
  fs.mkdirSync(drop, { recursive: true });
  fs.writeFileSync(`${name}.part`, JSON.stringify(second));
  fs.renameSync(`${name}.part`, `${name}.json`);
}

function collect(drop: string): SecondInstance[] {
  const found: SecondInstance[] = [];
  for (const name of fs.existsSync(drop) ? fs.readdirSync(drop) : []) {
    if (!name.endsWith('.json')) continue;
    const file = path.join(drop, name);
    found.push(JSON.parse(fs.readFileSync(file, 'utf8')) as SecondInstance);
    fs.rmSync(file, { force: true });
  }
  return found;
}
