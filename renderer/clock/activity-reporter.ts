// Tells main that somebody uses a window, at most once in ten seconds: the fact alone, never which key
// or where. A lifted key or a pointer that rests says nothing.

const AT_MOST_EVERY_MS = 10_000;
const kinds = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'click'] as const;

export interface ActivityPorts {
  readonly nowMs: () => number;
  /** False while the warning asks: then only its own answer counts. */
  readonly isWanted: () => boolean;
  readonly send: () => void;
}

/** Listens on `target`; the answer stops. */
export function reportActivity(target: EventTarget, ports: ActivityPorts): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  const report = (): void => {
    const nowMs = ports.nowMs();
    // A clock that went back must not silence the reports.
    if (!ports.isWanted() || Math.abs(nowMs - lastMs) < AT_MOST_EVERY_MS) return;
    lastMs = nowMs;
    ports.send();
  };
  for (const kind of kinds) target.addEventListener(kind, report, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) target.removeEventListener(kind, report, { capture: true });
  };
}
