// The text of Linux’s autostart entry: a desktop entry that starts this program, without a window (Desktop Entry and
// Desktop Application Autostart Specifications of freedesktop.org). Pure; knows no file.

/** Told to a start at login: no window opens. */
export const HIDDEN_START = '--hidden';

/** Of the entry in the autostart folder: no other program's package brings one of this name. */
export const AUTOSTART_FILE = 'strongroom-at-login.desktop';

/** In an argument they mean something to whoever reads the entry. */
const RESERVED = /[\s"'\\<>~|&;$*?#()`]/;

/** As one argument of `Exec`, quoted where it has to be. */
function argument(text: string): string {
  if (!RESERVED.test(text)) return text;
  return `"${text.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`;
}

/** As a value of the type string, whose escapes are undone before the quotes of `Exec` are. */
const value = (text: string): string => text.replaceAll('\\', String.raw`\\`);

/**
 * SECURITY(S46): a path that an entry cannot hold as it is would start another program, or none. GLib looks for a
 * program whose name has a percent sign under its doubled one.
 */
const isSayable = (program: string): boolean =>
  program.startsWith('/') && program.isWellFormed() && !/[=%\p{Cc}\uFFFD]/u.test(program);

/** Null: an entry cannot name this program. */
export function autostartEntry(program: string): string | null {
  if (!isSayable(program)) return null;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=Strongroom',
    `Exec=${value(`${argument(program)} ${HIDDEN_START}`)}`,
    // Once the program is gone the entry does nothing.
    `TryExec=${value(program)}`,
    'Terminal=false',
    'StartupNotify=false',
    '',
  ].join('\n');
}

/** Marks by which a desktop switches an entry off. */
const SWITCHES = ['X-GNOME-Autostart-enabled', 'X-MATE-Autostart-enabled'];

/**
 * What an entry does at the next login. `other_copy`: it starts something else, such as a copy of the app at an
 * earlier place. Desktops that switch an entry off by themselves leave it there, marked.
 * @param desktops the names of the desktop that runs (`XDG_CURRENT_DESKTOP`, separated by colons).
 */
export function whatStarts(
  entry: string,
  program: string,
  desktops = '',
): 'on' | 'off' | 'other_copy' {
  const found = new Map<string, string>();
  let group = '';
  for (const line of entry.split('\n')) {
    group = /^\[(.*)\]\s*$/.exec(line)?.[1] ?? group;
    const [, key = '', text = ''] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (group === 'Desktop Entry' && key !== '') found.set(key, text);
  }
  const lists = (key: string): boolean =>
    (found.get(key) ?? '')
      .split(';')
      .some((name) => name !== '' && desktops.split(':').includes(name));
  const isOff =
    found.get('Type') !== 'Application' ||
    found.get('Hidden') === 'true' ||
    SWITCHES.some((key) => found.get(key) === 'false') ||
    (found.has('OnlyShowIn') && !lists('OnlyShowIn')) ||
    lists('NotShowIn');
  if (isOff) return 'off';
  const ours = /^Exec=(.*)$/m.exec(autostartEntry(program) ?? '')?.[1];
  if (ours === undefined || found.get('Exec') !== ours) return 'other_copy';
  // What is to be there for it to start is another program.
  return (found.get('TryExec') ?? value(program)) === value(program) ? 'on' : 'off';
}
