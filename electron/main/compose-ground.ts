// The ground of compose.ts: what needs no window, made while Electron is not ready yet.
import path from 'node:path';
import { app } from 'electron';
import type { Clock } from './domain/clock.ts';
import { createRestingHeap, type RestingHeap } from './platform/heap-size.ts';
import { createLog, type Log } from './platform/log.ts';
import { createPreferences, type Preferences } from './platform/settings.ts';
import { listPageFiles, type PageFiles } from './windows/page-files.ts';

interface Ground {
  readonly userData: string;
  /** Folder of the built bundles, and the pages among them. */
  readonly bundles: string;
  readonly files: PageFiles;
  readonly log: Log;
  readonly preferences: Preferences;
  readonly standInHost: boolean;
  readonly heap: RestingHeap;
}

export async function layGround(clock: Clock): Promise<Ground> {
  const bundles = path.join(import.meta.dirname, '..');
  const userData = app.getPath('userData');
  const log = createLog(path.join(userData, 'logs'), clock.nowMs);
  const preferences = createPreferences();
  const standInHost = 'strongroom-stand-in' in process.versions;
  log.event('started', { host: standInHost ? 'stand-in' : 'electron', version: app.getVersion() });
  const files = await listPageFiles(path.join(bundles, 'renderer'));
  const heap = createRestingHeap(clock);
  return { userData, bundles, files, log, preferences, standInHost, heap };
}
