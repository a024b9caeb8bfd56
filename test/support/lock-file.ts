// The lock file as tests look at it: every package with its exact version.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string | undefined;
  readonly resolved: string | undefined;
  readonly hasInstallScript: boolean;
  /** False: it is part of what is packed. */
  readonly dev: boolean;
  readonly optional: boolean;
}

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const project = path.join(import.meta.dirname, '../..');
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(project, file), 'utf8'));

export const manifest = (): Manifest => read('package.json') as Manifest;
export const lockText = (): string => readFileSync(path.join(project, 'package-lock.json'), 'utf8');

export function lockedPackages(): readonly LockedPackage[] {
  const { packages } = read('package-lock.json') as {
    packages: Readonly<Record<string, Partial<LockedPackage>>>;
  };
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, found]) => ({
      name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: found.version ?? '',
      integrity: found.integrity,
      resolved: found.resolved,
      hasInstallScript: found.hasInstallScript ?? false,
      dev: found.dev ?? false,
      optional: found.optional ?? false,
    }));
}

/** Compares `1.2.3` number by number; negative where the first is older. */
export function compareVersions(one: string, other: string): number {
  const numbers = (text: string): number[] => text.split('-', 1)[0]!.split('.').map(Number);
  const [a, b] = [numbers(one), numbers(other)];
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  return at === undefined ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
