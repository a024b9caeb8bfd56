// What each call of the contract does: finds the open session, hands over to the service that owns the
// matter, and answers a view. No rule of its own.
import type { Handlers } from '../ipc/serve-contract.ts';
import { createBulkHandlers } from '../bulk/bulk-handlers.ts';
import { createBackupHandlers, createRescueHandlers } from '../backups/backup-handlers.ts';
import { createSecretCommandHandlers } from '../credentials/secret-command-handlers.ts';
import { createCredentialHandlers } from '../credentials/credential-handlers.ts';
import { createCredentialNotesHandlers } from '../credentials/credential-notes-handlers.ts';
import { createDesktopHandlers } from '../desktop/desktop-handlers.ts';
import { createDiagnosisHandlers } from '../diagnosis/diagnosis-handlers.ts';
import { createDrillHandlers } from '../practice/drills/drill-handlers.ts';
import { createEnvironmentHandlers } from '../environments/environment-handlers.ts';
import { createInspectionHandlers } from '../inspection/inspection-handlers.ts';
import { createHealthHandlers } from '../health/health-handlers.ts';
import { createHistoryHandlers } from '../history/history-handlers.ts';
import { createKeystoreHandlers, createVaultHandlers } from '../unlock/unlock-handlers.ts';
import { createReachHandlers } from '../environments/reach-handlers.ts';
import { createReportHandlers } from '../incident/report-handlers.ts';
import { createLeakHandlers } from '../incident/leak-handlers.ts';
import { createRotationHandlers } from '../incident/rotation-handlers.ts';
import { createSavedViewHandlers } from '../search/saved-view-handlers.ts';
import { createRenewalHandlers } from '../renewal/renewal-handlers.ts';
import { createSecretScanHandlers } from '../secret-scan/secret-scan-handlers.ts';
import { createRevokeAllHandlers } from '../revoke-all/revoke-all-handlers.ts';
import { createSettingsHandlers } from '../settings/settings-handlers.ts';
import { createTransferHandlers } from '../import-export/import-export-handlers.ts';
import { createTokenHandlers } from '../tokens/token-handlers.ts';
import type { Question } from '../secret-input/ports.ts';
import type { HandlerParts, HandlerPorts } from '../ipc/handler-ports.ts';
import { createSingleActs } from '../ipc/single-acts.ts';
import { PRACTICE_ENVIRONMENT_ID, type CredentialId } from '../domain/ids.ts';
import { fail, ok } from '../domain/result.ts';
import { practiceViewOf } from '../practice/practice-projection.ts';
import type { PracticeSettings } from '../practice/gateway/practice-settings.ts';
import { findById } from '../credentials/credentials.ts';
import { createWhileOpen } from '../ipc/while-open.ts';

/** For whoever answers the warning without a key or a pointer, as some assistive programs do. */
const STAY_OPEN: Question = {
  message: 'Keep the vault open?',
  detail: 'It is about to lock, since nobody has used it for a while.',
  choices: ['Keep it open'],
  serious: false,
};

export function createHandlers(given: HandlerPorts): Handlers {
  const singleActs = createSingleActs(given.vaultSession, given.nowMs);
  const ports: HandlerParts = { ...given, singleActs };
  const whileOpen = createWhileOpen(ports.vaultSession);
  const lookAgain = () => {
    const open = ports.vaultSession.services();
    if (open.ok) open.value.wake();
    return ok('done' as const);
  };
  return {
    viewCurrent: ({ held }) => ok(ports.view.follow(held)),
    viewPause() {
      ports.view.pause();
      return ok('done');
    },
    vaultUnlock: () => ports.vaultSession.unlock(),
    vaultLock: async () => ok((await ports.exitGuard.lock()) ? 'done' : 'cancelled'),
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
    ...createHealthHandlers(ports),
    ...createHistoryHandlers(ports),
    ...createEnvironmentHandlers(ports),
    ...createReachHandlers(ports),
    ...createCredentialHandlers(ports),
    ...createSecretCommandHandlers(ports),
    ...createCredentialNotesHandlers(ports),
    ...createTokenHandlers(ports),
    ...createRevokeAllHandlers(ports),
    ...createBulkHandlers(ports),
    ...createSavedViewHandlers(ports),
    ...createRenewalHandlers(ports),
    ...createRotationHandlers(ports),
    ...createLeakHandlers(ports),
    ...createDrillHandlers(ports),
    ...createInspectionHandlers(ports),
    ...createSecretScanHandlers(ports),
    ...createDiagnosisHandlers(ports),
    ...createTransferHandlers(ports),
    ...createSettingsHandlers(ports),
    ...createDesktopHandlers(ports),
    practiceCurrent() {
      return ok(practiceViewOf(ports.practice.gateway()));
    },
    practiceChange(change) {
      const gateway = ports.practice.gateway();
      if (gateway === null) return fail({ code: 'practice_unavailable' });
      gateway.controls.set(definedOnly(change));
      return ok(practiceViewOf(gateway));
    },
    practiceRevokeKey: whileOpen(({ session }, { credentialId }) => {
      const credential = findById(session, credentialId as CredentialId);
      if (credential?.environmentId !== PRACTICE_ENVIRONMENT_ID) {
        return fail({ code: 'unknown_credential' });
      }
      return ports.practice.revokeKey(credential)
        ? ok('done')
        : fail({ code: 'practice_unavailable' });
    }),
  };
}

/** The contract's optional fields without those that were left out. */
function definedOnly(change: {
  readonly [K in keyof PracticeSettings]?: PracticeSettings[K] | undefined;
}): Partial<PracticeSettings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
