// What each call of the contract does: finds the open room, hands over to the service that owns the
// matter, and answers a view. No rule of its own.
import type { Handlers } from './serve-contract.ts';
import { createBulkHandlers } from './bulk-handlers.ts';
import { createBackupHandlers } from './backup-handlers.ts';
import { createCredentialHandlers } from './credential-handlers.ts';
import { createDiagnosisHandlers } from './diagnosis-handlers.ts';
import { fencedByDrill } from './drill-fence.ts';
import { createDrillHandlers } from './drill-handlers.ts';
import { createEnvironmentHandlers } from './environment-handlers.ts';
import { createInspectionHandlers } from './inspection-handlers.ts';
import { createHistoryHandlers } from './history-handlers.ts';
import { createKeystoreHandlers } from './keystore-handlers.ts';
import { createMetadataHandlers } from './metadata-handlers.ts';
import { createReachHandlers } from './reach-handlers.ts';
import { createReportHandlers } from './report-handlers.ts';
import { createRescueHandlers } from './rescue-handlers.ts';
import { createLeakHandlers } from './leak-handlers.ts';
import { createRotationHandlers } from './rotation-handlers.ts';
import { createSavedViewHandlers } from './saved-view-handlers.ts';
import { createRenewalHandlers } from './renewal-handlers.ts';
import { createSightingHandlers } from './sighting-handlers.ts';
import { createStopHandlers } from './stop-handlers.ts';
import { createSettingsHandlers } from './settings-handlers.ts';
import { createTransferHandlers } from './transfer-handlers.ts';
import { createTokenHandlers } from './token-handlers.ts';
import { createVaultHandlers } from './vault-handlers.ts';
import type { Question } from '../intake/ports.ts';
import type { HandlerPorts } from './handler-ports.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { practiceViewOf } from '../practice/practice-view.ts';
import type { PracticeSettings } from '../practice/practice-settings.ts';
import { findById } from '../registry/credentials.ts';

/** For whoever answers the warning without a key or a pointer, as some assistive programs do. */
const STAY_OPEN: Question = {
  message: 'Keep the vault open?',
  detail: 'It is about to lock, since nobody has used it for a while.',
  choices: ['Keep it open'],
  serious: false,
};

export function createHandlers(ports: HandlerPorts): Handlers {
  return fencedByDrill(everyHandler(ports), ports.keeper);
}

function everyHandler(ports: HandlerPorts): Handlers {
  const lookAgain = () => {
    const open = ports.keeper.services();
    if (open.ok) open.value.wake();
    return ok('done' as const);
  };
  return {
    viewCurrent: ({ held }) => ok(ports.view.follow(held)),
    viewPause() {
      ports.view.pause();
      return ok('done');
    },
    vaultUnlock: () => ports.keeper.unlock(),
    vaultLock: async () => ok((await ports.leaving.lock()) ? 'done' : 'cancelled'),
    vaultKeepOpen: {
      ask: () =>
        ok(ports.autoLock.state().warning && !ports.realInput.isRecent() ? STAY_OPEN : null),
      act() {
        if (ports.autoLock.state().warning) ports.autoLock.used();
        return ok('done');
      },
    },
    networkBack: lookAgain,
    clockSet: lookAgain,
    ...createVaultHandlers(ports),
    ...createBackupHandlers(ports),
    ...createRescueHandlers(ports),
    ...createReportHandlers(ports),
    ...createKeystoreHandlers(ports),
    ...createHistoryHandlers(ports),
    ...createEnvironmentHandlers(ports),
    ...createReachHandlers(ports),
    ...createMetadataHandlers(ports),
    ...createCredentialHandlers(ports),
    ...createTokenHandlers(ports),
    ...createStopHandlers(ports),
    ...createBulkHandlers(ports),
    ...createSavedViewHandlers(ports),
    ...createRenewalHandlers(ports),
    ...createRotationHandlers(ports),
    ...createLeakHandlers(ports),
    ...createDrillHandlers(ports),
    ...createInspectionHandlers(ports),
    ...createSightingHandlers(ports),
    ...createDiagnosisHandlers(ports),
    ...createTransferHandlers(ports),
    ...createSettingsHandlers(ports),
    practiceCurrent() {
      return ok(practiceViewOf(ports.practice.gateway()));
    },
    practiceChange(change) {
      const gateway = ports.practice.gateway();
      if (gateway === null) return fail({ code: 'practice_unavailable' });
      gateway.controls.set(definedOnly(change));
      return ok(practiceViewOf(gateway));
    },
    practiceRevokeKey({ credentialId }) {
      const open = ports.keeper.services();
      if (!open.ok) return open;
      const credential = findById(open.value.room, credentialId as CredentialId);
      if (credential?.environmentId !== PRACTICE_ENVIRONMENT_ID) {
        return fail({ code: 'unknown_credential' });
      }
      return ports.practice.revokeKey(credential)
        ? ok('done')
        : fail({ code: 'practice_unavailable' });
    },
  };
}

/** The contract's optional fields without those that were left out. */
function definedOnly(change: {
  readonly [K in keyof PracticeSettings]?: PracticeSettings[K] | undefined;
}): Partial<PracticeSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
