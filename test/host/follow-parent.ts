// Ends the host when the process that started it is gone: a killed test runner leaves nothing behind.

const CHECK_EVERY_MS = 500;

export function followParent(end: () => void): void {
  const parent = process.ppid;
  const isGone = (): boolean => {
    // Where orphans are adopted the parent changes; elsewhere its number stays and it stops answering.
    if (process.ppid !== parent) return true;
    try {
      process.kill(parent, 0);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH';
    }
  };
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    end();
  }, CHECK_EVERY_MS);
  timer.unref();
}
