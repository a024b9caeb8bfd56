// The app from its start to its end: makes its parts, serves its window, and says what wakes, locks and ends them.
import { app } from 'electron';
import { systemClock } from '../domain/clock.ts';
import { within } from '../domain/time-limit.ts';
import { serveContract } from '../ipc/serve-contract.ts';
import { electronIpc } from '../platform/electron-ipc.ts';
import { createDrillFence } from '../practice/drills/drill-fence.ts';
import { listenForSessionEnd } from '../windows/end-listener.ts';
import { createHandlers } from './handlers.ts';
import { lifecycleOf } from './lifecycle.ts';
import { layGround, makeParts, type AppParts } from './parts.ts';
import { createPublisher, type Publisher } from './publisher.ts';

export type Strongroom = Awaited<ReturnType<typeof compose>>;

/** So long a clipboard that hangs may keep the window in sight. */
const CLEARING_LIMIT_MS = 1_000;
/** The first screen stands by then. */
const SETTLED_AFTER_MS = 2_000;

/** Settles once the window is opened, unless it is to stay `hidden`, and it is known whether there is a vault. */
export async function compose(
  ready: Promise<void>,
  asked: { readonly hidden: boolean } = { hidden: false },
) {
  const ground = await layGround(systemClock);
  await ready;
  const parts = makeParts(ground);
  const { clock, log, machine, vaultSession, appWindow, entry, handOutDesk } = parts;
  const { open } = appWindow;
  const lifecycle = lifecycleOf(parts);
  vaultSession.attend(lifecycle);
  const publisher = publishView(parts);
  parts.changes.hear(publisher.changed);
  parts.pageGone.hear(publisher.forget);
  serveWindow(parts, publisher);
  app.on('browser-window-focus', () => void parts.clearing.again());
  hearWakes(parts);

  const isHidden = asked.hidden || machine.loginStart.startedThis();
  let livesInTray = false;
  // The page loads while the vault's place is looked at.
  if (!isHidden) open();
  else {
    void machine.hasTray().then((has) => {
      livesInTray = has;
      // Nobody would find the app otherwise.
      if (has) listenForSessionEnd();
      else appWindow.openMinimised();
    });
  }
  await parts.otherWays.reevaluate();
  await vaultSession.start();
  clock.after(SETTLED_AFTER_MS, () => {
    lifecycle.prepare();
    machine.hearLocks();
    void machine.loginStart.reevaluate();
    void handOutDesk.reevaluate();
  });
  return {
    openWindow: open,
    lock: () => vaultSession.lock(),
    /** Before the app ends: windows out of sight, clipboard cleared, keys zeroed. Nothing opens again. */
    async end(): Promise<void> {
      machine.end();
      // While a window has the focus: a desktop may pass by an app without it.
      await within(clock, CLEARING_LIMIT_MS, parts.clipboard.clear(), undefined);
      appWindow.leave();
      entry.dismiss();
      await vaultSession.end();
      await handOutDesk.door.close();
    },
    /** False: the person stays, because tokens would live on. */
    mayQuit: parts.exitGuard.mayQuit,
    log,
    /** The person wants the app to go on without a window. */
    staysInTray: () => livesInTray || parts.preferences.current().keepInTray,
  };
}

/** The machine was asleep, or somebody comes back to the window: whatever waits for a time looks at it anew. */
function hearWakes(parts: AppParts): void {
  const { wakes, autoLock, entry, handOutDesk, vaultSession, appWindow, machine } = parts;
  wakes.hear(autoLock.reevaluate);
  wakes.hear(entry.reevaluate);
  wakes.hear(() => {
    handOutDesk.requests.attended();
    const now = vaultSession.working();
    if (now.ok) now.value.wake();
    appWindow.send('woken', null);
  });
  wakes.hear(() => void machine.loginStart.reevaluate());
  machine.power.onResume(wakes.tell);
}

function publishView(parts: AppParts): Publisher {
  const { clock, vaultSession, menu, tray } = parts;
  return createPublisher({
    clock,
    sources() {
      const open = vaultSession.services();
      const history = parts.history.current();
      return {
        vaultSession: vaultSession.state(),
        services: open.ok ? open.value : null,
        opened: vaultSession.opened(),
        handOut: parts.handOutDesk,
        rescue: parts.backups.state(),
        otherWays: parts.otherWays.offered(),
        settings: parts.preferences.current(),
        autoLock: parts.autoLock.state(),
        machine: parts.machine.facts(),
        // SECURITY(S55): while the vault works behind the locked window its history is open too.
        history: open.ok && history.ok ? history.value.standing() : null,
        clipboard: parts.clipboard.current(),
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

function serveWindow(parts: AppParts, publisher: Publisher): void {
  const { vaultSession, appWindow, dialogs, log } = parts;
  serveContract(createHandlers({ ...parts, view: publisher }), {
    server: electronIpc,
    window: appWindow.known,
    dialogs,
    fence: createDrillFence(vaultSession),
    log,
  });
}
