// What Node has compiled is kept for every process that a test run starts.
import { compiledFolder } from '../../electron/launch/compile-cache.ts';

/** For the children of this process. A folder that somebody chose stays. */
export function keepCompiled(): void {
  process.env['NODE_COMPILE_CACHE'] ??= compiledFolder;
}
