// What is dropped on the app window. Files and folders go to main by their paths; the page never hears of
// a drop, so it holds neither a path nor a file it could read. Everything else that is dropped, a text
// above all, is refused before any page could take it: it may be a secret.

/** More are not handed on; main would refuse them. */
const MOST = 100;

interface DropPorts {
  /** Electron's webUtils.getPathForFile: empty where the file has no place on disk. */
  readonly pathOf: (file: File) => string;
  readonly hand: (paths: readonly string[]) => void;
}

/**
 * Before any script of the page runs: the first listener of the window is called first, and after it no
 * other. While something is only dragged over the window, the page could see no more than its kind.
 */
export function watchDrops(target: EventTarget, { pathOf, hand }: DropPorts): void {
  const keepFromPage = (event: Event): DataTransfer | null => {
    event.preventDefault();
    event.stopImmediatePropagation();
    return (event as DragEvent).dataTransfer;
  };
  const refuseOrTake = (event: Event): void => {
    const dragged = keepFromPage(event);
    if (dragged !== null) dragged.dropEffect = dragged.types.includes('Files') ? 'copy' : 'none';
  };
  target.addEventListener('dragenter', refuseOrTake, { capture: true });
  target.addEventListener('dragover', refuseOrTake, { capture: true });
  target.addEventListener(
    'drop',
    (event) => {
      const files = [...(keepFromPage(event)?.files ?? [])];
      if (files.length > 0) hand(files.slice(0, MOST).map(pathOf));
    },
    { capture: true },
  );
}
