// Whether a form of a sheet holds text that was typed and not sent: each field is held against what stood in it when
// it was first entered, or when its form was last sent without a failure. A choice that was ticked is soon ticked
// again, and counts for nothing.

const FIELDS = 'form input:not([type="checkbox"], [type="radio"], [type="search"]), form textarea';

type Field = HTMLInputElement | HTMLTextAreaElement;

export const nothingTyped = (): boolean => false;

/** @param failures that are shown now: one that was not there when a form was sent may be of it. */
export function watchTyped(
  sheet: HTMLElement,
  failures: () => Iterable<unknown>,
): {
  readonly isTyped: () => boolean;
  readonly stop: () => void;
} {
  const before = new Map<Field, string>();
  const sent = new Map<Field, { readonly value: string; readonly known: ReadonlySet<unknown> }>();
  const remember = ({ target }: FocusEvent): void => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.matches(FIELDS) && !before.has(target)) before.set(target, target.value);
  };
  const noteSent = ({ target }: Event): void => {
    const known = new Set(failures());
    for (const field of before.keys()) {
      if (field.form === target) sent.set(field, { value: field.value, known });
    }
  };
  const isSent = (field: Field): boolean => {
    const last = sent.get(field);
    if (last?.value !== field.value) return false;
    return [...failures()].every((each) => last.known.has(each));
  };
  sheet.addEventListener('focusin', remember);
  sheet.addEventListener('submit', noteSent);
  return {
    isTyped: () =>
      [...before].some(
        ([field, value]) => field.isConnected && field.value !== value && !isSent(field),
      ),
    stop() {
      sheet.removeEventListener('focusin', remember);
      sheet.removeEventListener('submit', noteSent);
    },
  };
}
