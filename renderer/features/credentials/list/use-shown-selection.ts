// Keeps what is chosen in sight, since keys and buttons act on it: a filter or a search that leaves it out chooses the
// first row, and what was chosen elsewhere widens the list. A drill begins at what it is about.
import { useLayoutEffect, useRef, useEffect, type RefObject } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import type { AppView } from '../../../../electron/shared/views.ts';
import { shownAtFirst } from '../../../model/first-steps.ts';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { isFocusLost } from '../../../state/focus.ts';

/** @param shown what stands in the rows. */
export function useShownSelection(view: AppView, shown: readonly CredentialView[]): void {
  const { window: store } = useApp();
  const selectedId = useWindow((state) => state.selectedId);
  const seenId = useRef<string | null>(null);
  const seenDrill = useRef<string | null>(null);
  useLayoutEffect(() => {
    const { drill, credentials } = view;
    const isThere = (id: string | null): boolean => credentials.some((each) => each.id === id);
    if (drill === null) seenDrill.current = null;
    else if (!drill.preparing && drill.id !== seenDrill.current) {
      seenDrill.current = drill.id;
      const about = drill.leakedIds[0] ?? drill.credentialIds[0] ?? null;
      if (isThere(about)) return store.select(about);
    }
    const instead = shownAtFirst(shown, view)?.id ?? null;
    if (selectedId === null) {
      // No detail is empty where there is something to show.
      if (instead !== null) store.patch({ selectedId: instead, selectedByItself: true });
    } else if (shown.some(({ id }) => id === selectedId)) seenId.current = selectedId;
    // One that was added just now is still to come.
    else if (!isThere(selectedId)) return;
    else if (seenId.current !== selectedId) store.patch({ filter: { kind: 'all' }, search: '' });
    else {
      seenId.current = null;
      const selection = { selectedId: instead, selectedByItself: true };
      store.patch({ ...selection, armedTokenId: null, part: null });
    }
  }, [view, shown, selectedId, store]);
}

/**
 * After unlocking, the focus is on the row that Tab leads to, unless something else has it by then: keys work at once. Who
 * has only arrived does not hold the order of the list.
 * @returns whether the focus is arriving right now.
 */
export function useArrival(): RefObject<boolean> {
  const { focusPoints } = useApp();
  const arriving = useRef(false);
  useEffect(() => {
    const soon = setTimeout(() => {
      if (!isFocusLost()) return;
      arriving.current = true;
      focusPoints.focus('chosen_row', { preventScroll: true });
      arriving.current = false;
    });
    return () => clearTimeout(soon);
  }, [focusPoints]);
  return arriving;
}
