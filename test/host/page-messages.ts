// IPC of one window: from the preload's world to ipcMain and back. Knows which frame each world
// belongs to, so that every message carries its true sender.
import type { IpcMainInvokeEvent } from 'electron';
import type { CdpSession } from './cdp.ts';
import { makeCodec } from './codec.ts';
import type { FrameTree } from './frames.ts';
import { invokeHandler, ipcMain, traceMessage } from './ipc.ts';
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
  readonly processId: number;
  readonly frames: FrameTree;
  readonly url: () => string;
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

export function makePageMessages(owner: MessageOwner): PageMessages {
  const frameOfWorld = new Map<number, string>();
  let page: CdpSession | null = null;

  const deliver = async (message: ToPage, world: number): Promise<void> => {
    if (owner.isDestroyed()) return;
    // A page that navigated away meanwhile never hears the answer, as in Electron.
    await page
      ?.send('Runtime.callFunctionOn', {
        functionDeclaration: `function(message){${DELIVER}(message)}`,
        executionContextId: world,
        arguments: [{ value: message }],
      })
      .catch(() => undefined);
  };

  /** Where the files of a drop lie, in their order; empty for one that lies nowhere. */
  const placesOf = async (opened: CdpSession, world: number): Promise<readonly string[]> => {
    const { result } = await opened.send('Runtime.evaluate', {
      expression: `${DROPPED}()`,
      contextId: world,
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

  const answerDrop = async (world: number): Promise<void> => {
    if (page === null) return;
    const paths = await placesOf(page, world).catch(() => []);
    await deliver({ type: 'dropped', paths }, world);
  };

  const send = (channel: string, args: readonly unknown[]): void => {
    const message = { type: 'event', channel, data: codec.encode(args) } as const;
    traceMessage({ direction: 'to-page', url: owner.url(), channel, data: message.data });
    for (const [world, frameId] of frameOfWorld) {
      if (owner.frames.isMain(frameId)) void deliver(message, world);
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

  const eventFrom = (world: number): IpcMainInvokeEvent => {
    const senderFrame = owner.frames.find(frameOfWorld.get(world) ?? '') ?? null;
    return {
      type: 'frame',
      sender: owner.sender,
      senderFrame,
      frameId: senderFrame?.routingId ?? -1,
      processId: owner.processId,
      ports: [],
      reply: (channel: string, ...args: unknown[]) => send(channel, args),
    } as unknown as IpcMainInvokeEvent;
  };

  const receive = (message: FromPage, world: number): void => {
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
    traceMessage({ direction: 'to-main', url: owner.url(), channel, data });
    const event = eventFrom(world);
    const args = codec.decode(data) as unknown[];
    if (message.type === 'send') {
      ipcMain.emit(channel, event, ...args);
      return;
    }
    void answer(message, event, args).then((reply) => {
      const text = reply.type === 'error' ? reply.message : reply.data;
      traceMessage({ direction: 'to-page', url: owner.url(), channel, data: text });
      return deliver(reply, world);
    });
  };

  return {
    send,
    async listen(opened) {
      page = opened;
      opened.on('Runtime.executionContextCreated', ({ context }) => {
        const { frameId } = (context.auxData ?? {}) as { frameId?: string };
        if (context.name === PRELOAD_WORLD && frameId !== undefined) {
          frameOfWorld.set(context.id, frameId);
        }
      });
      opened.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
        frameOfWorld.delete(executionContextId);
      });
      opened.on('Runtime.executionContextsCleared', () => frameOfWorld.clear());
      opened.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
        if (name === BINDING) receive(JSON.parse(payload) as FromPage, executionContextId);
      });
      await opened.send('Runtime.addBinding', {
        name: BINDING,
        executionContextName: PRELOAD_WORLD,
      });
    },
  };
}
