// What holds of a screen when its words are longer by 40 % and accented, read from the left or from the right: no
// text is cut off, and nothing runs out of the window. Runs in the page, and puts everything back.
import { expect, type Page } from '@playwright/test';

export async function holdsLongerWords(page: Page, what: string): Promise<void> {
  for (const direction of ['ltr', 'rtl'] as const) {
    const faults = (): Promise<string[]> => page.evaluate(cutOff, direction);
    await expect.poll(faults, `${what}, longer words, ${direction}`).toEqual([]);
  }
}

/** Serialised into the page: uses nothing from outside. */
function cutOff(direction: 'ltr' | 'rtl'): string[] {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const root = dialogs.at(-1) ?? document.body;
  // What a person or a server named may be any length: it ends in an ellipsis, and is read in full elsewhere. So does the one line that says what happened.
  const values =
    '.mono, .row-name, .status-said, .sidebar-name, .chip, .stop-job-label, .bulk-name, .palette-note, .list-slot, pre, code, table, svg, option, kbd, .visually-hidden, [aria-hidden="true"]';
  const texts: { node: Text; before: string }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node as Text;
    const owner = text.parentElement;
    if (owner === null || owner.closest(values) !== null || !/[A-Za-z]{2}/.test(text.data))
      continue;
    if (!owner.checkVisibility() || getComputedStyle(owner).clipPath === 'inset(50%)') continue;
    texts.push({ node: text, before: text.data });
  }
  const before = document.documentElement.dir;
  document.documentElement.dir = direction;
  for (const { node, before: plain } of texts) {
    const words = plain.split(/(\s+)/);
    // As in another language: more words as well as longer ones.
    const more = words.filter((_, index) => index % 5 < 2).join('');
    node.data = `${plain.trimEnd()} ${more.trim()}`.replaceAll('e', 'é').replaceAll('a', 'á');
  }
  const found: string[] = [];
  for (const { node, before: plain } of texts) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    for (let holder = node.parentElement; holder !== null; holder = holder.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(holder);
      const frame = holder.getBoundingClientRect();
      const cuts = (way: string): boolean => way === 'hidden' || way === 'clip';
      const wide = cuts(overflowX) && (box.left < frame.left - 2 || box.right > frame.right + 2);
      const high = cuts(overflowY) && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2);
      if (wide || high) found.push(`“${plain.trim().slice(0, 60)}” in .${holder.className}`);
      // Whatever scrolls shows the rest.
      if (/auto|scroll/.test(overflowY) || holder === root) break;
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
  for (const { node, before: plain } of texts) node.data = plain;
  document.documentElement.dir = before;
  return [...new Set(found)];
}
