// Starts one of our TypeScript programs: `node electron/launch/modern-node.js <program> [arguments]`. Plain
// JavaScript, so that an old Node reads one clear sentence instead of a stack trace.
import module from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

if (process.features.typescript) {
  const [program] = process.argv.splice(2, 1);
  process.argv[1] = path.resolve(program);
  const { compiledFolder } = await import('./compile-cache.ts');
  module.enableCompileCache(compiledFolder);
  await import(pathToFileURL(process.argv[1]).href);
} else {
  process.stderr.write(
    `Strongroom's scripts need Node 22.18 or later (this is ${process.versions.node}); on Linux and Windows \`npm ci\` brings the right one.\n`,
  );
  process.exitCode = 1;
}
