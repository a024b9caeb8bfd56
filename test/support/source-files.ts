// The product's source as text, for tests that prove the absence of something.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly name: string;
  /** Without comment lines: what is only talked about is not done. */
  readonly text: string;
}

const root = path.join(import.meta.dirname, '../..');

/** Every module that is loaded with `entry` (from the project's root): files of ours, and names of others. */
export function staticImports(entry: string): readonly string[] {
  const found = new Set<string>();
  const follow = (file: string): void => {
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)(?! type)[^;]*?'([^']+)';$/gm)) {
      const isOurs = name.startsWith('.');
      const module = isOurs ? path.posix.join(path.posix.dirname(file), name) : name;
      if (found.has(module)) continue;
      found.add(module);
      if (isOurs) follow(module);
    }
  };
  follow(entry);
  return [...found];
}

export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      // It chooses a host before there is an app, and is never packaged.
      .filter((name) => !path.join(folder, name).startsWith(path.join('electron', 'launch')))
      .map((name) => {
        const full = path.join(folder, name);
        const text = readFileSync(path.join(root, full), 'utf8').replace(
          /^\s*(\/\/|\/?\*).*$/gm,
          '',
        );
        return { name: full.split(path.sep).join('/'), text };
      }),
  );
  // A search of nothing proves nothing.
  if (files.length < 5) throw new Error(`no source in ${folders.join(', ')}`);
  return files;
}
