// Maps the module `electron` to the stand-in for every import and require, and sets the fields of
// `process` that Electron sets. `process.versions['strongroom-stand-in']` tells the app where it runs.
import fs from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { playsWayland } from './strict.ts';

const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    if (/^electron(\/(main|common|renderer))?$/.test(specifier)) {
      return { url: standIn, format: 'module-typescript', shortCircuit: true };
    }
    return next(specifier, context);
  },
});

// The version that the app believes to run on is that of the installed Electron package.
const manifest = createRequire(import.meta.url).resolve('electron/package.json');
const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8')) as { readonly version: string };

const define = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
};
if (playsWayland()) process.env['XDG_SESSION_TYPE'] = 'wayland';
define(process, 'type', 'browser');
define(process, 'defaultApp', true);
define(process, 'resourcesPath', path.join(import.meta.dirname, '../..'));
define(process.versions, 'electron', version);
define(process.versions, 'chrome', '0.0.0.0');
define(process.versions, 'strongroom-stand-in', '1');
