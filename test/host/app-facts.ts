// What the host knows of the app before it runs: its folder, its package.json and its switches.
import fs from 'node:fs';
import path from 'node:path';
import { parseCommandLine } from './command-line.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly productName?: string;
  readonly main?: string;
}

export interface AppFacts {
  readonly folder: string;
  readonly mainFile: string;
  readonly manifest: Manifest;
  readonly switches: Map<string, string>;
}

let facts: AppFacts | null = null;

/** Reads the facts of the app at `app`, a folder or a main file; the nearest package.json counts. */
export function readAppFacts(app: string): AppFacts {
  const full = path.resolve(app);
  const isFolder = fs.statSync(full).isDirectory();
  const folder = isFolder ? full : nearestPackage(path.dirname(full));
  const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const mainFile = isFolder ? path.join(full, manifest.main ?? 'index.js') : full;
  const switches = new Map(parseCommandLine(process.argv.slice(1)).switches);
  facts = { folder, mainFile, manifest, switches };
  return facts;
}

export function appFacts(): AppFacts {
  return facts ?? readAppFacts('.');
}

function nearestPackage(folder: string): string {
  const above = path.dirname(folder);
  const isHere = fs.existsSync(path.join(folder, 'package.json')) || above === folder;
  return isHere ? folder : nearestPackage(above);
}
