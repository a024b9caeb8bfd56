// When the window is drawn for the first time: with main's first view, in one go. Where main lets wait it is
// drawn without, so that there is something to see.
import type { Store } from '../state/create-store.ts';

const PATIENCE_MS = 50;

export function withFirstView(views: Pick<Store<unknown>, 'subscribe'>, draw: () => void): void {
  const drawOnce = (): void => {
    clearTimeout(waiting);
    stop();
    draw();
  };
  const waiting = setTimeout(drawOnce, PATIENCE_MS);
  const stop = views.subscribe(drawOnce);
}
