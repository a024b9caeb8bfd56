// The one seed of a run, from which everything in it that is drawn by chance follows. Processes started
// from here on inherit it. STRONGROOM_SEED replays a run.

/** From 0 to 999999: given by STRONGROOM_SEED, or fresh. */
export function runSeed(): number {
  const given = (process.env['STRONGROOM_SEED'] ??= String(Date.now() % 1_000_000));
  return Number(given);
}
