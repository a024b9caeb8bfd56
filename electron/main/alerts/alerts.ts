// Tells by a notification, while nobody looks at the window, what the person should know: each fact
// once, several as one, none in quiet hours unless the person chose so. What is true when the vault is
// opened, or while the window is looked at, counts as known. It looks when others do, and once more where that
// was too soon after the last time.
import { isQuiet, type AlertSettings } from '../domain/alert-settings.ts';
import { isUrgent, noticeOf, type Notice } from '../domain/alert.ts';
import { alertFacts } from './alert-facts.ts';
import type { Renewals } from '../renewal/renewals.ts';
import type { OpenSession } from '../tokens/open-session.ts';

/** What comes within so long is one notification. */
const APART_MS = 5_000;

export interface AlertPorts {
  readonly settings: () => AlertSettings;
  /** Somebody has the window before them. */
  readonly seen: () => boolean;
  readonly notify: (notice: Notice) => void;
}

export function createAlerts(session: OpenSession, renewals: Renewals, ports: AlertPorts) {
  let told = new Set(factsNow().map(({ key }) => key));
  let lookedMs = session.clock.monotonicMs();
  let cancelLook: (() => void) | null = null;
  session.closing.addEventListener('abort', () => cancelLook?.(), { once: true });

  function factsNow() {
    return alertFacts(session, renewals, ports.settings());
  }

  function lookAgainAfter(waitMs: number): void {
    if (session.closing.aborted) return;
    cancelLook ??= session.clock.after(waitMs, () => {
      cancelLook = null;
      reevaluate();
    });
  }

  function reevaluate(): void {
    const nowMs = session.clock.monotonicMs();
    const waitMs = lookedMs + APART_MS - nowMs;
    if (waitMs > 0) return lookAgainAfter(waitMs);
    lookedMs = nowMs;
    const settings = ports.settings();
    const facts = factsNow();
    const known = new Set(facts.map(({ key }) => key).filter((key) => told.has(key)));
    const fresh = facts.filter(({ key }) => !told.has(key));
    const silent = !settings.on || ports.seen();
    const quiet = isQuiet(settings, session.clock.nowMs());
    const due = fresh.filter((fact) => !quiet || (settings.urgentInQuiet && isUrgent(fact)));
    // What is over may come again and is then another fact; what waits for the morning is not told.
    told = new Set([...known, ...(silent ? fresh : due).map(({ key }) => key)]);
    if (!silent && due.length > 0) ports.notify(noticeOf(due, settings.hideNames));
    return undefined;
  }

  return { reevaluate };
}
