// IPC of one window: from the preload's world to ipcMain and back. Knows which frame and which document
// each world belongs to, so that every message carries its true sender and every answer goes to the document
// that asked. Chromium numbers worlds from one in each renderer process, and hands commands that were sent
// while a navigation commits to the new document: a number alone would name a world of the page before.
import type { IpcMainInvokeEvent } from 'electron';
import type { CdpSession } from './cdp.ts';
import { makeCodec } from './codec.ts';
import type { FrameTree } from './frames.ts';
import { invokeHandler, ipcMain } from './ipc.ts';
import {
  BINDING,
  DELIVER,
  DROPPED,
  type FromPage,
  type PressedKey,
  type ToPage,
} from './preload-world.ts';

/** The name of the isolated world that the preload runs in. */
export const PRELOAD_WORLD = 'electron-preload';

const codec = makeCodec();

export interface MessageOwner {
  /** The webContents that listeners see as `event.sender`. */
  readonly sender: object;
  readonly frames: FrameTree;
  readonly isDestroyed: () => boolean;
  readonly closeAsked: () => void;
  readonly keyPressed: (key: PressedKey) => void;
  readonly inputHeard: (kind: string) => void;
}

export interface PageMessages {
  /** Before the page runs: listens to its worlds. */
  readonly listen: (page: CdpSession) => Promise<void>;
  /** Throws where an argument cannot be cloned. */
  readonly send: (channel: string, args: readonly unknown[]) => void;
}

/** The preload's world of one document. */
interface World {
  /** Unique among all worlds of all processes of the browser. */
  readonly uniqueId: string;
  readonly frameId: string;
}

export function makePageMessages(owner: MessageOwner): PageMessages {
  /** By the number that Chromium calls it now. */
  const worlds = new Map<number, World>();
  let page: CdpSession | null = null;

  const deliver = async (message: ToPage, { uniqueId }: World): Promise<void> => {
    if (owner.isDestroyed()) return;
    // A page that navigated away meanwhile never hears the answer, as in Electron.
    await page
      ?.send('Runtime.callFunctionOn', {
        functionDeclaration: `function(message){${DELIVER}(message)}`,
        uniqueContextId: uniqueId,
        arguments: [{ value: message }],
      })
      .catch(() => undefined);
  };

  /** Where the files of a drop lie, in their order; empty for one that lies nowhere. */
  const placesOf = async (opened: CdpSession, { uniqueId }: World): Promise<readonly string[]> => {
    const { result } = await opened.send('Runtime.evaluate', {
      expression: `${DROPPED}()`,
      uniqueContextId: uniqueId,
    });
    const { result: properties } = await opened.send('Runtime.getProperties', {
      objectId: result.objectId ?? '',
      ownProperties: true,
    });
    const files = properties.filter(({ name }) => /^\d+$/.test(name));
    return await Promise.all(
      files.map(async ({ value }) => {
        const objectId = value?.objectId ?? '';
        return await opened.send('DOM.getFileInfo', { objectId }).then(
          ({ path }) => path,
          () => '',
        );
      }),
    );
  };

  const answerDrop = async (world: World): Promise<void> => {
    if (page === null) return;
    const paths = await placesOf(page, world).catch(() => []);
    await deliver({ type: 'dropped', paths }, world);
  };

  const send = (channel: string, args: readonly unknown[]): void => {
    const message = { type: 'event', channel, data: codec.encode(args) } as const;
    for (const world of worlds.values()) {
      if (owner.frames.isMain(world.frameId)) void deliver(message, world);
    }
  };

  const answer = async (
    message: FromPage & { type: 'invoke' },
    event: IpcMainInvokeEvent,
    args: readonly unknown[],
  ): Promise<ToPage & { type: 'result' | 'error' }> => {
    const { id, channel } = message;
    try {
      return { type: 'result', id, data: codec.encode(await invokeHandler(channel, event, args)) };
    } catch (error) {
      const text = `Error invoking remote method '${channel}': ${String(error)}`;
      return { type: 'error', id, message: text };
    }
  };

  const eventFrom = ({ frameId }: World): IpcMainInvokeEvent => {
    const senderFrame = owner.frames.find(frameId) ?? null;
    return { sender: owner.sender, senderFrame } as unknown as IpcMainInvokeEvent;
  };

  const receive = (message: FromPage, world: World): void => {
    if (message.type === 'close') {
      owner.closeAsked();
      return;
    }
    if (message.type === 'drop') {
      void answerDrop(world);
      return;
    }
    if (message.type === 'key') {
      owner.keyPressed(message.key);
      return;
    }
    if (message.type === 'input') {
      owner.inputHeard(message.kind);
      return;
    }
    const { channel, data } = message;
    const event = eventFrom(world);
    const args = codec.decode(data) as unknown[];
    if (message.type === 'send') {
      ipcMain.emit(channel, event, ...args);
      return;
    }
    void answer(message, event, args).then((reply) => deliver(reply, world));
  };

  return {
    send,
    async listen(opened) {
      page = opened;
      opened.on('Runtime.executionContextCreated', ({ context }) => {
        const { frameId } = (context.auxData ?? {}) as { frameId?: string };
        if (context.name === PRELOAD_WORLD && frameId !== undefined) {
          worlds.set(context.id, { uniqueId: context.uniqueId, frameId });
        }
      });
      opened.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
        worlds.delete(executionContextId);
      });
      opened.on('Runtime.executionContextsCleared', () => worlds.clear());
      opened.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
        const world = worlds.get(executionContextId);
        if (name !== BINDING || world === undefined) return;
        receive(JSON.parse(payload) as FromPage, world);
      });
      await opened.send('Runtime.addBinding', {
        name: BINDING,
        executionContextName: PRELOAD_WORLD,
      });
    },
  };
}
