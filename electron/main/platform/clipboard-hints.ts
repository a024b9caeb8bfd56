// Formats laid beside a copied token that ask clipboard histories and cloud clipboards to pass it by.
// Hints, not walls: a program that does not look for them still sees the text (S21).

type ClipboardPlatform = 'linux' | 'darwin' | 'win32';

/** Electron's name for a clipboard format of the system itself. */
const raw = (name: string): string => `electron application/osclipboard;format="${name}"`;

/** A DWORD of 0: "no" in Windows' own formats. */
const NO = new Blob([new Uint8Array(4)]);
const PRESENT = new Blob([new Uint8Array(1)]);

// SECURITY(S21)
const hints: Readonly<Record<ClipboardPlatform, Readonly<Record<string, Blob | string>>>> = {
  // nspasteboard.org, observed by the common clipboard managers.
  darwin: {
    [raw('org.nspasteboard.ConcealedType')]: PRESENT,
    [raw('org.nspasteboard.TransientType')]: PRESENT,
  },
  // Windows' clipboard history and its synchronisation.
  win32: {
    [raw('ExcludeClipboardContentFromMonitorProcessing')]: PRESENT,
    [raw('CanIncludeInClipboardHistory')]: NO,
    [raw('CanUploadToCloudClipboard')]: NO,
  },
  // Klipper's; GNOME has no history of its own.
  linux: { [raw('x-kde-passwordManagerHint')]: 'secret' },
};

/** What to write for `text`: itself, and the hints of this system. None are known for others. */
export function concealed(text: string, platform: string): Record<string, Blob | string> {
  const known = Object.hasOwn(hints, platform) ? hints[platform as ClipboardPlatform] : {};
  return { 'text/plain': text, ...known };
}
