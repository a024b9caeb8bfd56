// What holds of a screen at 320 x 256 CSS px, which is 1280 x 1024 at 400 %, at 320 x 640 and at 640 x 400 (WCAG 1.4.10,
// 2.4.11, 2.5.8): every control can be brought into view whole, nothing covers it, every body can be scrolled to its
// end, no text is cut off, and nothing scrolls in two directions but tables. Runs in the page, on what is shown.
import { expect, type Page } from '@playwright/test';

export const fourHundred = { width: 320, height: 256 } as const;

/** The sizes at which all of it holds, the smallest last. */
export const smallSizes = [
  { width: 640, height: 400 },
  { width: 320, height: 640 },
  fourHundred,
] as const;

/** At the size that the page has. What was scrolled stands as it stood. */
export async function reachesAll(page: Page, what: string): Promise<void> {
  const places = await page.evaluateHandle(() =>
    [...document.querySelectorAll('*')].map((element) => ({
      element,
      place: { top: element.scrollTop, left: element.scrollLeft },
    })),
  );
  const faults = async () => [
    ...(await page.evaluate(reachFaults)),
    ...(await page.evaluate(textFaults)),
  ];
  // A list that was just drawn at another size may need a frame.
  await expect.poll(faults, what).toEqual([]);
  await places.evaluate((all) => {
    for (const { element, place } of all) element.scrollTo({ ...place, behavior: 'instant' });
  });
  await places.dispose();
}

/** Text that is cut off, and bodies whose end cannot be brought into sight. Serialised into the page. */
function textFaults(): string[] {
  const found: string[] = [];
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  const root: HTMLElement = dialog ?? document.body;
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, [aria-hidden="true"]') === null &&
    getComputedStyle(element).clipPath !== 'inset(50%)';
  const clips = (way: string): boolean => way === 'hidden' || way === 'clip';
  const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll';
  /** What may be read elsewhere in full: on hover, or by a screen reader. */
  const isTold = (element: Element, text: string): boolean => {
    const told = element.closest('[title], [aria-label]');
    const words = `${told?.getAttribute('title') ?? ''} ${told?.getAttribute('aria-label') ?? ''}`;
    return words.includes(text);
  };

  if (dialog !== undefined) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      found.push(`the sheet reaches beyond the window: ${left},${top} to ${right},${bottom}`);
    }
  }

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = (node.textContent ?? '').trim();
    const holder = node.parentElement;
    if (text === '' || holder === null || !isShown(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    let [across, down] = [true, true];
    for (let at: Element | null = holder; at !== null && (across || down); at = at.parentElement) {
      const style = getComputedStyle(at);
      if (scrolls(style.overflowX)) across = false;
      if (scrolls(style.overflowY)) down = false;
      const edge = at.getBoundingClientRect();
      const cutAcross =
        across &&
        clips(style.overflowX) &&
        (box.left < edge.left - 1 || box.right > edge.right + 1);
      const cutDown =
        down && clips(style.overflowY) && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2);
      if ((cutAcross || cutDown) && !isTold(holder, text)) {
        found.push(`text is cut off: “${text.slice(0, 40)}” in ${nameOf(holder)} by ${nameOf(at)}`);
        break;
      }
      if (style.position === 'fixed') break;
    }
  }

  for (const select of root.querySelectorAll('select')) {
    const text = select.selectedOptions[0]?.text ?? '';
    if (!isShown(select) || isTold(select, text)) continue;
    const before = select.getAttribute('style') ?? '';
    const { width } = select.getBoundingClientRect();
    select.style.cssText = `${before}; field-sizing: content; inline-size: max-content; max-inline-size: none`;
    const needed = select.getBoundingClientRect().width;
    select.style.cssText = before;
    if (needed > width + 1) found.push(`text is cut off: “${text}” in ${nameOf(select)}`);
  }

  const bodies =
    '.sheet-body, .pane, .list-scroll, .detail-scroll, .sidebar-scroll, .gate, .window';
  const all = [...(root.matches(bodies) ? [root] : []), ...root.querySelectorAll(bodies)];
  for (const body of all) {
    const last = [...body.querySelectorAll('*')].filter(isShown).at(-1);
    if (last === undefined) continue;
    last.scrollIntoView({ block: 'end', inline: 'nearest' });
    const { top, bottom, height } = last.getBoundingClientRect();
    if (height > 0 && (bottom > innerHeight + 1 || bottom < 1 || top > innerHeight)) {
      found.push(
        `its end is out of sight: ${nameOf(body)}, ${nameOf(last)} at ${top} to ${bottom}`,
      );
    }
  }
  return found;
}

/** Serialised into the page: uses nothing from outside. */
function reachFaults(): string[] {
  const found: string[] = [];
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  const root = dialogs.at(-1) ?? document.body;
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(
      element.getAttribute('aria-label') ??
      element.textContent ??
      ''
    )
      .trim()
      .slice(0, 40)}"`;
  const isShown = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      style.clipPath !== 'inset(50%)' &&
      element.closest('.visually-hidden') === null &&
      (box.width > 0 || box.height > 0)
    );
  };

  const bodies =
    '.pane, .list-scroll, .detail-scroll, .sidebar-scroll, .sheet-body, .palette-list, .history-scroll, .gate, .window';
  for (const body of root.querySelectorAll(bodies)) {
    const style = getComputedStyle(body);
    if (!body.checkVisibility() || body.childElementCount === 0) continue;
    const { height, width } = body.getBoundingClientRect();
    if (height < 24 || width < 24) found.push(`no body: ${nameOf(body)}, ${width} x ${height}`);
    if (style.overflowY === 'hidden' && body.scrollHeight > body.clientHeight + 1) {
      found.push(`cut off: ${nameOf(body)}`);
    }
  }

  for (const element of [root, ...root.querySelectorAll('*')]) {
    const { overflowX, overflowY } = getComputedStyle(element);
    const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll';
    const across = scrolls(overflowX) && element.scrollWidth > element.clientWidth + 1;
    const down = scrolls(overflowY) && element.scrollHeight > element.clientHeight + 1;
    if (across && element.querySelector('table') === null) {
      const edge = element.getBoundingClientRect().right;
      const wide = [...element.querySelectorAll('*')].filter(
        (each) => each.getBoundingClientRect().right > edge + 1,
      );
      const by = wide.at(-1) ?? element;
      found.push(`scrolls across${down ? ' and down' : ''}: ${nameOf(element)} by ${nameOf(by)}`);
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
    found.push('the page scrolls across');
  }

  const before = document.activeElement;
  const controls =
    'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="option"]';
  for (const control of root.querySelectorAll<HTMLElement>(controls)) {
    if (!isShown(control)) continue;
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = control.getBoundingClientRect();
    // Of what is larger than the window, or than the body that it scrolls in, the part in sight.
    let [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    let [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    for (let at = control.parentElement; at !== null; at = at.parentElement) {
      if (box.height < innerHeight / 2 || !/auto|scroll/.test(getComputedStyle(at).overflowY))
        continue;
      const edge = at.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    if (right - left < 1 || bottom - top < 1) {
      found.push(`out of reach: ${nameOf(control)}`);
      continue;
    }
    if (box.left < -1 || box.right > innerWidth + 1)
      found.push(`beyond the edge: ${nameOf(control)}`);
    if (box.height < innerHeight / 2 && (box.top < -1 || box.bottom > innerHeight + 1)) {
      found.push(`not whole in the window: ${nameOf(control)}`);
    }
    // What is larger than half of the window is a region to scroll: its middle is enough.
    const middle = (top + bottom) / 2;
    for (const y of box.height < innerHeight / 2 ? [top + 3, middle, bottom - 3] : [middle]) {
      const hit = document.elementFromPoint((left + right) / 2, y);
      // A field's own list of suggestions goes as soon as the field is left.
      if (hit?.closest('.suggestions') != null) break;
      if (hit !== null && (control.contains(hit) || hit.closest('label')?.control === control))
        continue;
      // What lies behind it: a gap between its lines, or a part of it that is cut off.
      found.push(`covered: ${nameOf(control)} by ${hit === null ? 'nothing' : nameOf(hit)}`);
      break;
    }
  }

  // Targets are 24 px, or so far apart that circles of 24 px round their middles meet no other (WCAG 2.5.8).
  const targets = [...root.querySelectorAll<HTMLElement>(controls)].filter(isShown);
  for (const target of targets) {
    const size = target.getBoundingClientRect();
    if (size.width >= 24 && size.height >= 24) continue;
    if (target.tagName === 'A' || target.matches('[tabindex="0"]:not([role])')) continue;
    // A target that is scrolled out of sight lies behind what stands there, and nobody can hit it.
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = target.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    for (const other of targets) {
      if (other === target || other.contains(target) || target.contains(other)) continue;
      const near = other.getBoundingClientRect();
      const across = Math.max(near.left - x, 0, x - near.right);
      const down = Math.max(near.top - y, 0, y - near.bottom);
      if (Math.hypot(across, down) < 12) {
        found.push(`small and close: ${nameOf(target)} beside ${nameOf(other)}`);
      }
    }
  }

  // Focus by the browser's own scrolling: what has it is in sight and not under a bar (WCAG 2.4.11).
  for (const control of root.querySelectorAll<HTMLElement>('button, input, select, summary')) {
    if (!isShown(control) || control.closest('.suggestions') !== null) continue;
    // What has the focus already is not scrolled to by being given it.
    if (document.activeElement === control) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const places = [0.1, 0.5, 0.9].flatMap((part) => [
      [left + (right - left) * part, (top + bottom) / 2] as const,
      [(left + right) / 2, top + (bottom - top) * part] as const,
    ]);
    const seen = places.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (control.contains(hit) || hit.closest('.suggestions') !== null);
    });
    if (!seen) {
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      found.push(
        `focus is hidden: ${nameOf(control)} at ${left},${top} by ${hit === null ? 'nothing' : nameOf(hit)}`,
      );
    }
    control.blur();
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return found;
}
