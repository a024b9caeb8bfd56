// Whether a form of a sheet holds text that was typed and not sent: each field is held against what stood in it when
// it was first entered. A choice that was ticked is soon ticked again, and counts for nothing.

const FIELDS = 'form input:not([type="checkbox"], [type="radio"], [type="search"]), form textarea';

type Field = HTMLInputElement | HTMLTextAreaElement;

export const nothingTyped = (): boolean => false;

export function watchTyped(sheet: HTMLElement): {
  readonly isTyped: () => boolean;
  readonly stop: () => void;
} {
  const before = new Map<Field, string>();
  const remember = ({ target }: FocusEvent): void => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.matches(FIELDS) && !before.has(target)) before.set(target, target.value);
  };
  sheet.addEventListener('focusin', remember);
  return {
    isTyped: () => [...before].some(([field, value]) => field.isConnected && field.value !== value),
    stop: () => sheet.removeEventListener('focusin', remember),
  };
}
