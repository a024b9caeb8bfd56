// The part of app.ts that the app window meets: what it is shown, and who answers the calls of its page.
import { app } from 'electron';
import type { HandOutDesk } from '../hand-out/hand-out-desk.ts';
import type { Clock } from '../domain/clock.ts';
import { createAuthorityFiles } from '../secret-input/authority-file.ts';
import type { QuestionQueue } from '../secret-input/question-queue.ts';
import type { ClipboardClearing } from '../secret-input/clipboard-clearing.ts';
import type { TokenClipboard } from '../secret-input/token-clipboard.ts';
import { createSecretInput } from '../secret-input/secret-input.ts';
import { createHandlers, type AllParts } from './handlers.ts';
import { type Publisher, createPublisher } from './publisher.ts';
import { serveContract } from '../ipc/serve-contract.ts';
import type { HistorySession } from '../history/history-session.ts';
import { createUnlockMethods, type UnlockMethodsPorts } from '../unlock/unlock-methods.ts';
import type { AutoLock } from '../protection/auto-lock.ts';
import { electronIpc } from '../platform/electron-ipc.ts';
import type { Log } from '../platform/log.ts';
import { nativeClipboard } from '../platform/native-clipboard.ts';
import type { Preferences } from '../platform/settings.ts';
import type { AppWindow } from '../windows/app-window.ts';
import type { EntryWindow } from '../windows/entry-window.ts';
import type { BackupRestoring } from '../backups/backup-rescue.ts';
import type { Machine } from '../platform/machine-events.ts';
import { createDrillFence } from '../practice/drills/drill-fence.ts';
import type { Drills } from '../practice/drills/drills.ts';
import type { PracticeSession } from '../practice/practice-session.ts';
import type { VaultSession } from '../session/vault-session.ts';
import type { OtherWays } from '../unlock/other-ways.ts';
import type { ApplicationMenu } from '../windows/menu.ts';
import type { AppTray } from '../windows/tray.ts';

interface ViewParts {
  readonly clock: Clock;
  readonly standInHost: boolean;
  readonly vaultSession: VaultSession;
  readonly backups: BackupRestoring;
  readonly otherWays: OtherWays;
  readonly preferences: Preferences;
  readonly autoLock: AutoLock;
  readonly machine: Machine;
  readonly history: HistorySession;
  readonly tokenClipboard: TokenClipboard;
  readonly clearing: ClipboardClearing;
  readonly practice: PracticeSession;
  readonly drills: Drills;
  readonly menu: ApplicationMenu;
  readonly tray: AppTray;
  readonly handOutDesk: HandOutDesk;
  readonly appWindow: AppWindow;
}

export function publishView(parts: ViewParts): Publisher {
  const { clock, vaultSession, menu, tray } = parts;
  return createPublisher({
    clock,
    sources() {
      const open = vaultSession.services();
      const opened = vaultSession.opened();
      const history = parts.history.current();
      return {
        vaultSession: vaultSession.state(),
        services: open.ok ? open.value : null,
        opened,
        handOut: parts.handOutDesk,
        rescue: parts.backups.state(),
        otherWays: parts.otherWays.offered(),
        rolledBack: opened?.rolledBack() ?? false,
        damagedFile: opened?.damagedFile() ?? null,
        settings: parts.preferences.current(),
        autoLock: parts.autoLock.state(),
        machine: parts.machine.facts(),
        // SECURITY(S55): while the vault works behind the locked window its history is open too.
        history: open.ok && history.ok ? history.value.standing() : null,
        clipboard: parts.tokenClipboard.current(),
        clipboardKept: parts.clearing.isLeft(),
        clockSkewSeconds: open.ok ? open.value.clockSkewSeconds() : null,
        standInHost: parts.standInHost,
        practiceTarget: parts.practice.target(),
        drills: parts.drills,
        nowMs: clock.nowMs(),
      };
    },
    show: (view) => [menu, tray].forEach((each) => each.show(view)),
    push: (update) => parts.appWindow.send('viewChanged', update),
  });
}

type Made =
  | 'singleActs'
  | 'dialogs'
  | 'clipboard'
  | 'unlockMethods'
  | 'secretInput'
  | 'authorities'
  | 'nowMs'
  | 'settings'
  | 'view'
  | 'changed'
  | 'tellWindow'
  | 'version';

interface ContractParts extends Omit<AllParts, Made>, Pick<UnlockMethodsPorts, 'store' | 'delay'> {
  readonly questions: QuestionQueue;
  readonly tokenClipboard: TokenClipboard;
  readonly clearing: ClipboardClearing;
  readonly entry: EntryWindow;
  readonly preferences: Preferences;
  readonly handOutDesk: Pick<HandOutDesk, 'reevaluate'>;
  readonly autoLock: AutoLock;
  readonly vaultSession: VaultSession;
  readonly history: HistorySession;
  readonly appWindow: AppWindow;
  readonly publisher: Publisher;
  readonly clock: Clock;
  readonly log: Log;
}

export function serveWindow(parts: ContractParts): void {
  const { vaultSession, entry, autoLock, preferences, appWindow, publisher } = parts;
  const dialogs = parts.questions.ofPage;
  const { changed } = publisher;
  serveContract(
    createHandlers({
      ...parts,
      dialogs,
      clipboard: parts.tokenClipboard,
      unlockMethods: createUnlockMethods({
        ...parts,
        dialogs,
        prompt: entry,
        show: entry,
        changed,
      }),
      secretInput: createSecretInput({
        prompt: entry,
        dialogs,
        clipboard: nativeClipboard,
        clearing: parts.clearing,
        fingerprint(secret) {
          const open = vaultSession.services();
          return open.ok ? open.value.session.vault.fingerprint(secret) : '';
        },
      }),
      authorities: createAuthorityFiles(() => crypto.randomUUID(), parts.clock.nowMs),
      nowMs: parts.clock.nowMs,
      settings: {
        current: preferences.current,
        change(change) {
          const answer = preferences.change(change);
          autoLock.reevaluate();
          appWindow.protect();
          void parts.handOutDesk.reevaluate();
          return answer;
        },
      },
      view: publisher,
      changed,
      tellWindow: appWindow.command,
      version: app.getVersion(),
    }),
    {
      server: electronIpc,
      window: appWindow.known,
      dialogs,
      fence: createDrillFence(vaultSession),
      log: parts.log,
    },
  );
}
