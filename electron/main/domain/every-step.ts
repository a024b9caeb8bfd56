// Runs steps of which none may keep another from running: wiping, locking, letting go.

/**
 * Runs every step in its order, whatever one of them throws.
 * @throws what was thrown first, after the last step.
 */
export function runEvery(...steps: readonly (() => void)[]): void {
  const bugs: unknown[] = [];
  for (const step of steps) {
    try {
      step();
    } catch (bug) {
      bugs.push(bug);
    }
  }
  if (bugs.length > 0) throw bugs[0];
}
