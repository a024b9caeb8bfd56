// The view's part of compose.ts: what the window, the menu and the tray show of everything.
import type { BackupRestoring } from './backups/backup-rescue.ts';
import type { HandOutDesk } from './compose-hand-out.ts';
import type { Machine } from './compose-machine.ts';
import type { Clock } from './domain/clock.ts';
import type { HistorySession } from './history/history-session.ts';
import { createPublisher, type Publisher } from './ipc/publisher.ts';
import type { RestingHeap } from './platform/heap-size.ts';
import type { Preferences } from './platform/settings.ts';
import type { Drills } from './practice/drills/drills.ts';
import type { PracticeSession } from './practice/practice-session.ts';
import type { AutoLock } from './protection/auto-lock.ts';
import type { TokenClipboard } from './secret-input/token-clipboard.ts';
import type { VaultSession } from './session/vault-session.ts';
import type { OtherWays } from './unlock/other-ways.ts';
import type { AppWindow } from './windows/app-window.ts';
import type { ApplicationMenu } from './windows/menu.ts';
import type { AppTray } from './windows/tray.ts';

interface ViewParts {
  readonly clock: Clock;
  readonly standInHost: boolean;
  readonly heap: RestingHeap;
  readonly vaultSession: VaultSession;
  readonly backups: BackupRestoring;
  readonly otherWays: OtherWays;
  readonly preferences: Preferences;
  readonly autoLock: AutoLock;
  readonly machine: Machine;
  readonly history: HistorySession;
  readonly tokenClipboard: TokenClipboard;
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
        history: history.ok ? history.value.standing() : null,
        clipboard: parts.tokenClipboard.current(),
        clockSkewSeconds: open.ok ? open.value.clockSkewSeconds() : null,
        standInHost: parts.standInHost,
        practiceTarget: parts.practice.target(),
        drills: parts.drills,
        nowMs: clock.nowMs(),
      };
    },
    differs: parts.heap.awakeFor((view) => [menu, tray].forEach((each) => each.show(view))),
    push: (update) => parts.appWindow.send('viewChanged', update),
  });
}
