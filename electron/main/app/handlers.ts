// What each call of the contract does: the handlers of every feature, put together. No rule of its own.
import { backupHandlers } from '../backups/backups.ipc.ts';
import { bulkHandlers } from '../bulk/bulk.ipc.ts';
import { credentialHandlers } from '../credentials/credentials.ipc.ts';
import { secretCommandHandlers } from '../credentials/secret-commands.ipc.ts';
import { desktopHandlers } from '../desktop/desktop.ipc.ts';
import { diagnosisHandlers } from '../diagnosis/diagnosis.ipc.ts';
import { ok } from '../domain/result.ts';
import { environmentHandlers } from '../environments/environments.ipc.ts';
import { healthHandlers } from '../health/health.ipc.ts';
import { historyHandlers } from '../history/history.ipc.ts';
import { transferHandlers } from '../import-export/import-export.ipc.ts';
import { incidentHandlers } from '../incident/incident.ipc.ts';
import { rotationHandlers } from '../incident/rotations.ipc.ts';
import { inspectionHandlers } from '../inspection/inspection.ipc.ts';
import type { Handlers } from '../ipc/serve-contract.ts';
import { createSingleActs } from '../ipc/single-acts.ts';
import { practiceHandlers } from '../practice/practice.ipc.ts';
import { renewalHandlers } from '../renewal/renewal.ipc.ts';
import { revokeAllHandlers } from '../revoke-all/revoke-all.ipc.ts';
import { searchHandlers } from '../search/search.ipc.ts';
import { secretScanHandlers } from '../secret-scan/secret-scan.ipc.ts';
import { settingsHandlers } from '../settings/settings.ipc.ts';
import { tokenHandlers } from '../tokens/tokens.ipc.ts';
import { unlockHandlers } from '../unlock/unlock.ipc.ts';
import type { Publisher } from './publisher.ts';

/** All that these functions take: of a union of them, what each of them takes. */
type Needs<Feature> = [Feature] extends [(parts: infer Parts) => unknown] ? Parts : never;

/** What the handlers of all features work with. */
export type AllParts = Needs<
  | typeof unlockHandlers
  | typeof backupHandlers
  | typeof environmentHandlers
  | typeof credentialHandlers
  | typeof secretCommandHandlers
  | typeof tokenHandlers
  | typeof revokeAllHandlers
  | typeof bulkHandlers
  | typeof searchHandlers
  | typeof renewalHandlers
  | typeof rotationHandlers
  | typeof incidentHandlers
  | typeof practiceHandlers
  | typeof inspectionHandlers
  | typeof secretScanHandlers
  | typeof diagnosisHandlers
  | typeof transferHandlers
  | typeof healthHandlers
  | typeof historyHandlers
  | typeof settingsHandlers
  | typeof desktopHandlers
> & { readonly view: Pick<Publisher, 'follow' | 'pause'> };

export function createHandlers(given: Omit<AllParts, 'singleActs'>): Handlers {
  const singleActs = createSingleActs(given.vaultSession, given.nowMs);
  const parts: AllParts = { ...given, singleActs };
  return {
    viewCurrent: ({ held }) => ok(parts.view.follow(held)),
    viewPause() {
      parts.view.pause();
      return ok();
    },
    ...unlockHandlers(parts),
    ...backupHandlers(parts),
    ...environmentHandlers(parts),
    ...credentialHandlers(parts),
    ...secretCommandHandlers(parts),
    ...tokenHandlers(parts),
    ...revokeAllHandlers(parts),
    ...bulkHandlers(parts),
    ...searchHandlers(parts),
    ...renewalHandlers(parts),
    ...rotationHandlers(parts),
    ...incidentHandlers(parts),
    ...practiceHandlers(parts),
    ...inspectionHandlers(parts),
    ...secretScanHandlers(parts),
    ...diagnosisHandlers(parts),
    ...transferHandlers(parts),
    ...healthHandlers(parts),
    ...historyHandlers(parts),
    ...settingsHandlers(parts),
    ...desktopHandlers(parts),
  };
}
