// Where Node keeps what it has compiled of our programs: they start in about half of the processor's time. Node
// compares what it kept with the source, so nothing goes stale. Electron is not told of it.
import path from 'node:path';

export const compiledFolder = path.join(
  import.meta.dirname,
  '../../node_modules/.cache/node-compile',
);
