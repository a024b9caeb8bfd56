// Copies public text to the clipboard, with or without the permission for it.

/** True when the text is on the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** The way that needs no permission, only that a person just acted: main denies all permissions. */
function copySelection(text: string): boolean {
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
