// What is listened to on Linux to learn that the screen was locked, and what the lines of `gdbus monitor`
// say about it. Pure. Names: org.freedesktop.ScreenSaver and org.gnome.ScreenSaver on the session bus,
// the login service (systemd-logind, org.freedesktop.login1) on the system bus.

/** Arguments of `gdbus`, one listener each. Fixed: nothing found at run time is ever among them. */
export const listeners: readonly (readonly string[])[] = [
  ['monitor', '--session', '--dest', 'org.freedesktop.ScreenSaver'],
  ['monitor', '--session', '--dest', 'org.gnome.ScreenSaver'],
  ['monitor', '--system', '--dest', 'org.freedesktop.login1'],
];

/** The screen was locked; the listened-to service is there; it is not (any more). */
type BusNews = 'locked' | 'present' | 'absent';

const SAVER_ACTIVE = /^\/[\w/]+: org\.(?:freedesktop|gnome)\.ScreenSaver\.ActiveChanged \(true,\)$/;
const SESSION_LOCK = /^\/[\w/]+: org\.freedesktop\.login1\.Session\.Lock \(\)$/;
const LOCKED_HINT =
  /^\/[\w/]+: org\.freedesktop\.DBus\.Properties\.PropertiesChanged \('org\.freedesktop\.login1\.Session', \{.*'LockedHint': <true>/;
const OWNED = /^The name [\w.]+ is owned by /;
const NOT_OWNED = /^The name [\w.]+ does not have an owner$/;

/** Any program on the bus may say something of any length; what is listened for is shorter. */
const MAX_CHARACTERS = 4096;

/** Null for a line that says nothing of interest. */
export function newsOf(line: string): BusNews | null {
  if (line.length > MAX_CHARACTERS) return null;
  if (SAVER_ACTIVE.test(line) || SESSION_LOCK.test(line) || LOCKED_HINT.test(line)) return 'locked';
  if (OWNED.test(line)) return 'present';
  return NOT_OWNED.test(line) ? 'absent' : null;
}
