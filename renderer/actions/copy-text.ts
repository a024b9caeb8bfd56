// Copies public text to the clipboard, in the way that needs no permission, only that a person just acted: main
// denies all permissions.

/** True when the text is on the clipboard. */
export function copyText(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.className = 'visually-hidden';
  area.value = text;
  // While a sheet is open everything outside it is inert and cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.focus();
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only one that works without permission
  const copied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
