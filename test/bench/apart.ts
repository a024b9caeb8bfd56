// The part of the bench that says how long the event loop is held, in a process of its own as the app is: the heap that
// another part left behind would be what is measured.
import { benchSearch } from './search.bench.ts';

const parts = { search: benchSearch };

export interface HoldsOrder {
  readonly part: keyof typeof parts;
}

process.on('message', ({ part }: HoldsOrder) => {
  parts[part]().then(
    (rows) => process.send?.(rows),
    (error: unknown) => process.send?.({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
