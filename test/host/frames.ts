// The frames of one window: one lasting object per frame, of which the app reads the address and the parent.
import type { Protocol } from './cdp.ts';
import { fromWire } from './schemes.ts';

interface FramePart {
  readonly parent: FramePart | null;
  url: string;
}

export interface FrameTree {
  readonly main: FramePart;
  readonly find: (frameId: string) => FramePart | undefined;
  readonly isMain: (frameId: string | undefined) => boolean;
  readonly begin: (mainFrameId: string) => void;
  readonly navigated: (frame: Protocol.Page.Frame) => void;
  readonly movedWithin: (frameId: string, url: string) => void;
  readonly detached: (frameId: string) => void;
}

export function makeFrameTree(): FrameTree {
  const main: FramePart = { parent: null, url: '' };
  const frames = new Map<string, FramePart>();
  let mainId: string | undefined;
  return {
    main,
    find: (frameId) => frames.get(frameId),
    isMain: (frameId) => frameId !== undefined && frameId === mainId,
    begin(frameId) {
      mainId = frameId;
      frames.set(frameId, main);
    },
    navigated(frame) {
      if (frame.parentId === undefined && mainId !== frame.id) this.begin(frame.id);
      const url = fromWire(frame.url + (frame.urlFragment ?? ''));
      const known = frames.get(frame.id);
      if (known !== undefined) known.url = url;
      else frames.set(frame.id, { parent: frames.get(frame.parentId ?? '') ?? main, url });
    },
    movedWithin(frameId, url) {
      const known = frames.get(frameId);
      if (known !== undefined) known.url = fromWire(url);
    },
    detached(frameId) {
      if (frames.get(frameId) !== main) frames.delete(frameId);
    },
  };
}
