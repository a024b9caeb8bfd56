// Stand-ins for the programs that electron-builder would download to write a deb, an archive and an installer: each
// notes what it is given. Only the gzip of an archive is real. Shows what goes into a package, not that a system takes it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a deb is made of, as the packager hands it to the program that writes the file. */
export interface PackedDeb {
  /** From `folder/=/opt/...`: what is put where. */
  readonly placed: ReadonlyMap<string, string>;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  readonly afterInstall: string;
  readonly menuEntry: string;
}

export interface PackedInstaller {
  /** Names with which the installer's script is compiled, and their values; null for one without. */
  readonly defines: Readonly<Record<string, string | null>>;
  readonly script: string;
  /** Every file that the installer unpacks. */
  readonly files: readonly string[];
}

export interface PackagerTools {
  readonly environment: Readonly<Record<string, string>>;
  readonly deb: () => PackedDeb;
  readonly installer: () => PackedInstaller;
}

function program(file: string, ...lines: readonly string[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const head = [`#!${process.execPath}`, "const fs = require('node:fs');"];
  const args = 'const args = process.argv.slice(2);';
  writeFileSync(file, [...head, args, ...lines].join('\n'), { mode: 0o755 });
}

/** @param folder for the programs and what they note. */
export function packagerTools(folder: string): PackagerTools {
  const at = (name: string): string => path.join(folder, name);
  const noted = (name: string): unknown => JSON.parse(readFileSync(at(name), 'utf8'));
  const note = (name: string, value: string): string =>
    `fs.writeFileSync(${JSON.stringify(at(name))}, JSON.stringify(${value}));`;

  program(
    at('fpm'),
    "const after = (name) => args[args.indexOf(name) + 1] ?? '';",
    "const afterInstall = fs.readFileSync(after('--after-install'), 'utf8');",
    "const entry = args.find((arg) => arg.endsWith('.desktop')).split('=')[0];",
    "const menuEntry = fs.readFileSync(entry, 'utf8');",
    note('fpm.json', '{ args, afterInstall, menuEntry }'),
    "fs.writeFileSync(after('--package'), '');",
  );
  // After its command: the archive, and what goes into it, which is one tar or the folder it is started in.
  program(
    at('7za'),
    "const [, archive, what] = args.filter((arg) => !arg.startsWith('-'));",
    "const gzip = (file) => require('node:zlib').gzipSync(fs.readFileSync(file));",
    'if (/\\.gz$/.test(archive)) {',
    '  fs.writeFileSync(archive, gzip(what));',
    '} else {',
    "  const all = fs.readdirSync('.', { recursive: true, withFileTypes: true });",
    '  const names = all.filter((one) => one.isFile()).map((one) => `${one.parentPath}/${one.name}`);',
    "  fs.writeFileSync(archive, 'an archive');",
    `  ${note('installed.json', 'names')}`,
    '}',
  );
  // Run twice: for the uninstaller, which Windows or Wine would write, and for the installer itself.
  program(
    at('nsis/makensis'),
    "const script = fs.readFileSync(0, 'utf8');",
    "const given = args.filter((arg) => arg.startsWith('-D')).map((arg) => arg.slice(2).split('='));",
    "const defines = Object.fromEntries(given.map(([name, ...rest]) => [name, rest.length ? rest.join('=') : null]));",
    'const [, out] = args.map((arg) => /^-XOutFile "(.*)"$/.exec(arg)).find((hit) => hit !== null);',
    "const uninstaller = out.replace(/exe$/, '__uninstaller.exe').replace('..__', '.__');",
    "if ('BUILD_UNINSTALLER' in defines) fs.writeFileSync(uninstaller, 'an uninstaller');",
    `else ${note('nsis.json', '{ defines, script }')}`,
    'fs.writeFileSync(out, Buffer.alloc(1 << 16));',
  );
  writeFileSync(at('nsis/elevate.exe'), 'a program that asks for more rights');
  mkdirSync(at('nsis/plugins'), { recursive: true });
  program(at('wine/wine'));
  const paths = `${at('wine')}${path.delimiter}${process.env['PATH'] ?? ''}`;
  return {
    environment: {
      CUSTOM_FPM_PATH: at('fpm'),
      ELECTRON_BUILDER_7ZIP_PATH: at('7za'),
      ELECTRON_BUILDER_NSIS_DIR: at('nsis'),
      ELECTRON_BUILDER_NSIS_RESOURCES_DIR: at('nsis'),
      USE_SYSTEM_WINE: 'true',
      PATH: paths,
    },
    deb() {
      const { args, ...texts } = noted('fpm.json') as Omit<
        PackedDeb,
        'placed' | 'depends' | 'recommends'
      > & {
        readonly args: readonly string[];
      };
      const places = args.map((each) => each.split('=/')).filter(({ length }) => length === 2);
      return {
        placed: new Map(places.map(([from = '', to = '']) => [`/${to}`, from])),
        depends: args.filter((_, index) => args[index - 1] === '-d'),
        recommends: args.filter((_, index) => args[index - 1] === '--deb-recommends'),
        ...texts,
      };
    },
    installer: () => ({
      ...(noted('nsis.json') as Omit<PackedInstaller, 'files'>),
      files: (noted('installed.json') as readonly string[]).map((name) =>
        name.replace(/^\.\//, ''),
      ),
    }),
  };
}
