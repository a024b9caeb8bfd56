// Appends events to a history as fast as it can, and tells the parent of each only once it is durable.
// Killed by the parent at any moment. Its vault is in memory: the key is told, for this test alone.
import { systemClock } from '../../../electron/main/domain/clock.ts';
import { openHistory } from '../../../electron/main/history/history.ts';
import { NO_CONTENTS } from '../../../electron/main/vault/store/vault.ts';
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
const anchor = vault.contents().history;
const key = vault.openRecord({ id: anchor?.keyId ?? '', field: 'history_key' });
if (!key.ok) throw new Error(key.failure.code);
process.send?.({ anchor, key: key.value.use((bytes) => bytes.toString('hex')) });
for (let next = 1; ; next += 3) {
  for (const each of [0, 1, 2]) history.recordEvent(event(`Event ${next + each}`));
  if (!(await history.written())) throw new Error('not written');
  process.send?.({ durable: next + 2 });
}
