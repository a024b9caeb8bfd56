// Keeps main small while much is read at once. V8 doubles the room for young objects each time many of
// them survive, as the rows of a large vault do, and does not give it back: opening ten thousand credentials
// left a hundred MiB more than they need. At its first size it is cleared more often, a few ms each time.
// Shown on Node. Electron too leaves V8's flags open after start (--no-freeze-flags-after-init) and sets those
// of a package.json in this way; a V8 that knows no such factor, or none below two, grows as it always did.
import { setFlagsFromString } from 'node:v8';

/** Before anything large is made. */
export function keepYoungHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
