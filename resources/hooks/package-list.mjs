// After all packages are made (electron-builder's `afterAllArtifactBuild`): writes `SHA256SUMS` for `sha256sum -c`, and
// `CONTENTS`, which lists every file of each unpacked app with its size and SHA-256, so that two builds can be compared.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const inOrder = (names) => names.toSorted((a, b) => (a < b ? -1 : 1));

/** One line for each file below `folder`, in the order of their names. */
export function contentsOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return inOrder(names).map((name) => {
    const file = path.join(folder, name);
    return `${digest(file)}  ${statSync(file).size}  ${name.split(path.sep).join('/')}`;
  });
}

export default function afterAllArtifactBuild({ outDir, artifactPaths }) {
  const sums = inOrder(artifactPaths)
    .filter((file) => statSync(file).isFile())
    .map((file) => `${digest(file)}  ${path.basename(file)}`);
  const unpacked = readdirSync(outDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /unpacked$|^mac/.test(entry.name))
    .map(({ name }) => name);
  const contents = inOrder(unpacked).flatMap((name) => [
    `# ${name}`,
    ...contentsOf(path.join(outDir, name)),
  ]);
  const files = [
    [path.join(outDir, 'SHA256SUMS'), sums],
    [path.join(outDir, 'CONTENTS'), contents],
  ];
  for (const [file, lines] of files) writeFileSync(file, `${lines.join('\n')}\n`);
  return files.map(([file]) => file);
}
