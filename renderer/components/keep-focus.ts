// What had the focus in a sheet may go while the sheet stays: a button that was pressed, a step that is done. The
// focus goes to what held it, so that it is somewhere, is read out, and Tab goes on from there.

/** Tells when to stop looking. */
export function keepFocusIn(sheet: HTMLElement): () => void {
  /** What had the focus last, and all that it stood in. */
  let trail: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent): void => {
    const found: HTMLElement[] = [];
    let at = target instanceof HTMLElement ? target : null;
    for (; at !== null && at !== sheet; at = at.parentElement) found.push(at);
    trail = found;
  };
  const observer = new MutationObserver(() => {
    const isNowhere = document.activeElement === document.body;
    if (!isNowhere || trail[0]?.isConnected !== false) return;
    const near = trail.find((each) => each.isConnected);
    if (near === undefined) return;
    if (near.tabIndex < 0 && !near.hasAttribute('tabindex')) {
      near.tabIndex = -1;
      near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true });
    }
    near.focus({ preventScroll: true });
  });
  sheet.addEventListener('focusin', remember);
  observer.observe(sheet, { childList: true, subtree: true });
  return () => {
    sheet.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Nothing that a person put the focus on has it. */
export function isFocusNowhere(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.getAttribute('tabindex') === '-1';
}
