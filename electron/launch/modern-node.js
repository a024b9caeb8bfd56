// Starts one of our TypeScript programs: `node electron/launch/modern-node.js <program> [arguments]`. Plain
// JavaScript, so that an old Node reads one clear sentence instead of a stack trace.
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

if (process.features.typescript) {
  // Node compares what it kept with the source, so nothing goes stale; programs start in about half the time.
  process.env.NODE_COMPILE_CACHE ||= path.resolve('node_modules/.cache/node-compile');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv[1] = path.resolve(process.argv.splice(2, 1)[0]);
  await import(pathToFileURL(process.argv[1]).href);
} else {
  process.stderr.write(
    `Strongroom's scripts need Node 22.18 or later (this is ${process.versions.node}); on Linux and Windows \`npm ci\` brings the right one.\n`,
  );
  process.exitCode = 1;
}
