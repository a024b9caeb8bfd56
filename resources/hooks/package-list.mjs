// After all packages are made (electron-builder's `afterAllArtifactBuild`): writes `SHA256SUMS` for `sha256sum -c`,
// `CONTENTS`, which lists every file of each unpacked app with its size and SHA-256, so that two builds can be compared,
// and `SBOM.json`, which names every package in the app with version and licence (CycloneDX 1.6).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

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

/** What the build bundled, and what stands beside the bundles: Electron, and the package of the native module. */
export function billOfMaterials(project) {
  const read = (name) => JSON.parse(readFileSync(path.join(project, name), 'utf8'));
  const { name, version, dependencies, devDependencies } = read('package.json');
  const bundled = ['main', 'renderer'].flatMap((part) => read(`dist/${part}/licences.json`));
  const beside = Object.entries({ ...dependencies, electron: devDependencies.electron });
  const parts = [
    ...bundled.map((each) => [each.name, each.version, each.identifier]),
    ...beside.map(([each, pinned]) => [each, pinned, 'MIT']),
  ];
  const components = new Map(
    parts.map(([part, its, licence]) => {
      const purl = `pkg:npm/${part.replace('@', '%40')}@${its}`;
      const licences = licence ? { licenses: [{ license: { id: licence } }] } : {};
      return [purl, { type: 'library', name: part, version: its, purl, ...licences }];
    }),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name, version } },
    components: inOrder([...components.keys()]).map((purl) => components.get(purl)),
  };
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
    [path.join(outDir, 'SBOM.json'), [JSON.stringify(billOfMaterials(process.cwd()), null, 2)]],
  ];
  for (const [file, lines] of files) writeFileSync(file, `${lines.join('\n')}\n`);
  return files.map(([file]) => file);
}
