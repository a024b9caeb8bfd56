// Programs for tests that print a secret, or misbehave instead: small scripts in a folder of their own.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Scripts {
  readonly folder: string;
  /** @param body lines of a shell script. Answers its path. */
  readonly write: (name: string, body: string, mode?: number) => string;
  readonly remove: () => void;
}

export function createScripts(): Scripts {
  const folder = mkdtempSync(path.join(tmpdir(), 'secret-program-'));
  return {
    folder,
    write(name, body, mode = 0o700) {
      const file = path.join(folder, name);
      writeFileSync(file, `#!/bin/sh\n${body}\n`);
      chmodSync(file, mode);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
