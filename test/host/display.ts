// The display that windows are shown on, in device-independent pixels, as Electron's `screen` gives it. Where
// nobody asks for more it is 1280 by 800; with STANDIN_REAL_DISPLAY=1 the browser is asked for the real one.
import type { Display, Rectangle } from 'electron';
import type { CdpConnection } from './cdp.ts';

type DisplayPart = Pick<
  Display,
  'id' | 'label' | 'scaleFactor' | 'rotation' | 'bounds' | 'size' | 'workArea' | 'workAreaSize'
>;

const displayOf = (bounds: Rectangle, workArea: Rectangle, scaleFactor: number): DisplayPart => ({
  id: 1,
  label: 'stand-in',
  scaleFactor,
  rotation: 0,
  bounds,
  size: { width: bounds.width, height: bounds.height },
  workArea,
  workAreaSize: { width: workArea.width, height: workArea.height },
});

const unseen = { x: 0, y: 0, width: 1280, height: 800 };
let display = displayOf(unseen, unseen, 1);

export const primaryDisplay = (): DisplayPart => display;

/**
 * Only a page is told of the screen, so one is opened for a moment, beyond every display. To be called before
 * anybody watches for pages.
 */
export async function readPrimaryDisplay(cdp: CdpConnection): Promise<void> {
  const { root } = cdp;
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    background: true,
    left: -10_000,
    top: 0,
    width: 100,
    height: 100,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const { screenInfos } = await cdp.session(sessionId).send('Emulation.getScreenInfos');
  await root.send('Target.closeTarget', { targetId });
  const [real] = screenInfos.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary));
  if (real === undefined) return;
  display = displayOf(
    { x: real.left, y: real.top, width: real.width, height: real.height },
    { x: real.availLeft, y: real.availTop, width: real.availWidth, height: real.availHeight },
    real.devicePixelRatio,
  );
}
