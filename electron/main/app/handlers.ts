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
import { handlersOf, type Handlers } from '../ipc/serve-contract.ts';
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

const viewHandlers = ({ view }: { readonly view: Pick<Publisher, 'follow' | 'pause'> }) =>
  handlersOf({
    viewCurrent: ({ held }) => ok(view.follow(held)),
    viewPause() {
      view.pause();
      return ok();
    },
  });

const features = [
  viewHandlers,
  unlockHandlers,
  backupHandlers,
  environmentHandlers,
  credentialHandlers,
  secretCommandHandlers,
  tokenHandlers,
  revokeAllHandlers,
  bulkHandlers,
  searchHandlers,
  renewalHandlers,
  rotationHandlers,
  incidentHandlers,
  practiceHandlers,
  inspectionHandlers,
  secretScanHandlers,
  diagnosisHandlers,
  transferHandlers,
  healthHandlers,
  historyHandlers,
  settingsHandlers,
  desktopHandlers,
] as const;

type Feature = (typeof features)[number];
/** What the handlers of all features work with: of a union of functions, what each of them takes. */
export type AllParts = [Feature] extends [(parts: infer Parts) => unknown] ? Parts : never;
/** Of a union of objects one that has the fields of all. */
type AllOf<Each> = (Each extends Each ? (each: Each) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

export function createHandlers(given: Omit<AllParts, 'singleActs'>): Handlers {
  const singleActs = createSingleActs(given.vaultSession, given.nowMs);
  const parts: AllParts = { ...given, singleActs };
  const made = features.map((handlers) => handlers(parts));
  return Object.assign({}, ...made) as AllOf<ReturnType<Feature>>;
}
