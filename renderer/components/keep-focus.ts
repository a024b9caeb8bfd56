// What had the focus in a sheet may go while the sheet stays: a button that was pressed, a step that is done. The
// focus goes to the first heading or quiet control of what held it, so that it is read out, Tab goes on from there,
// and no second press of the same key finds what stops something.

const QUIET = 'button:not(.button-primary, .button-danger, .button-stop, [aria-disabled]), summary';

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
    const holder = trail.find((each) => each.isConnected);
    if (holder === undefined) return;
    const found =
      holder.querySelector<HTMLElement>('h3') ?? holder.querySelector<HTMLElement>(QUIET);
    const near = found ?? holder;
    near.dataset['led'] = '';
    const isMade = near.tabIndex < 0 && !near.hasAttribute('tabindex');
    if (isMade) near.tabIndex = -1;
    const forget = (): void => {
      delete near.dataset['led'];
      if (isMade) near.removeAttribute('tabindex');
    };
    near.addEventListener('blur', forget, { once: true });
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
  return at === null || at === document.body || at.matches('[data-led], [tabindex="-1"]');
}
