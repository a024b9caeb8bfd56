// Appends events to a history as fast as it can, and tells the parent of each only once it is durable.
// Killed by the parent at any moment. Its vault is in memory, under the same data key as the parent's.
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { openHistory } from '../../../electron/main/history/history.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/vault.ts';
import { createMemoryVault } from '../../support/memory-vault.ts';
import { event } from '../../support/test-history.ts';

const [directory = ''] = process.argv.slice(2);
const vault = createMemoryVault(NO_CONTENTS);
const history = openHistory({
  vault,
  clock: systemClock,
  directory,
  changed: () => undefined,
  lockedBy: () => null,
});
await history.written();
process.send?.({ anchor: vault.contents().history });
for (let next = 1; ; next += 3) {
  for (const each of [0, 1, 2]) history.recordEvent(event(`Event ${next + each}`));
  if (!(await history.written())) throw new Error('not written');
  process.send?.({ durable: next + 2 });
}
