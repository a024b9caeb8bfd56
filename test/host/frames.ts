// The frames of one window as WebFrameMain shows them: one lasting object per frame, so that
// `event.senderFrame === contents.mainFrame` holds as in Electron.
import type { WebFrameMain } from 'electron';
import type { Protocol } from './cdp.ts';
import { fromWire, originOf } from './schemes.ts';

export type FramePart = Pick<
  WebFrameMain,
  | 'url'
  | 'origin'
  | 'name'
  | 'frameToken'
  | 'frameTreeNodeId'
  | 'routingId'
  | 'processId'
  | 'detached'
  | 'isDestroyed'
> & {
  readonly parent: FramePart | null;
  readonly top: FramePart | null;
  readonly frames: FramePart[];
};

let nextNodeId = 1;

class StandInFrame implements FramePart {
  readonly frameTreeNodeId = nextNodeId++;
  readonly routingId = this.frameTreeNodeId;
  readonly processId: number;
  readonly frameToken: string;
  readonly parent: StandInFrame | null;
  readonly children = new Set<StandInFrame>();
  url = '';
  name = '';
  detached = false;

  constructor(token: string, processId: number, parent: StandInFrame | null) {
    this.frameToken = token;
    this.processId = processId;
    this.parent = parent;
    parent?.children.add(this);
  }

  get origin(): string {
    return originOf(this.url);
  }

  get top(): StandInFrame {
    return this.parent?.top ?? this;
  }

  get frames(): FramePart[] {
    return [...this.children];
  }

  isDestroyed(): boolean {
    return this.detached;
  }
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

export function makeFrameTree(processId: number): FrameTree {
  const main = new StandInFrame('', processId, null);
  const frames = new Map<string, StandInFrame>();
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
      let known = frames.get(frame.id);
      if (known === undefined) {
        known = new StandInFrame(frame.id, processId, frames.get(frame.parentId ?? '') ?? main);
        frames.set(frame.id, known);
      }
      known.url = fromWire(frame.url + (frame.urlFragment ?? ''));
      known.name = frame.name ?? '';
    },
    movedWithin(frameId, url) {
      const known = frames.get(frameId);
      if (known !== undefined) known.url = fromWire(url);
    },
    detached(frameId) {
      const gone = frames.get(frameId);
      if (gone === undefined || gone === main) return;
      gone.detached = true;
      gone.parent?.children.delete(gone);
      frames.delete(frameId);
    },
  };
}
