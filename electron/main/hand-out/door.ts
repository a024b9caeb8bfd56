// The door: a socket in a private folder, open only while the settings say so. Reads bounded lines, answers each once,
// and hears from the end of a connection that the last process which held it is gone. Knows no rule of its own.
import { createServer, type Server, type Socket } from 'node:net';
import { chmod, rm } from 'node:fs/promises';
import {
  answerLine,
  PROTOCOL_VERSION,
  provenLine,
  readLine,
  requestLine,
  type RequestLine,
  type Said,
} from '../../shared/hand-out/protocol.ts';
import { createLineReader } from '../../shared/hand-out/line-reader.ts';
import { MOST_HAND_OUTS, type DoorState } from '../../shared/hand-out/hand-out-view.ts';
import * as v from 'valibot';
import type { Clock } from '../domain/clock.ts';
import { serial } from '../domain/limit.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { within } from '../domain/time-limit.ts';
import type { DoorFolder, FolderRefusal } from './door-folder.ts';
import type { HandOutRequests } from './hand-out-requests.ts';
import type { HandOuts } from './hand-outs.ts';
import { requestSentences, sentenceOf, type Refused } from './hand-out-words.ts';

/** A client that says nothing, or does not open the file that it was told, is left after this. */
const SILENT_CLIENT_MS = 5_000;
/** Connections at the same time, of programs that run as well as of those that ask. */
const MOST_CONNECTIONS = MOST_HAND_OUTS;
/** Of them, those that have not been given anything. */
export const MOST_ASKING = 8;

export interface Door {
  readonly state: () => DoorState;
  readonly open: () => Promise<void>;
  /** Ends every connection: what is handed out ends with them. */
  readonly close: () => Promise<void>;
}

interface DoorPorts {
  readonly clock: Clock;
  readonly folder: () => Promise<Result<DoorFolder, FolderRefusal>>;
  readonly requests: HandOutRequests;
  readonly handOuts: HandOuts;
  readonly changed: () => void;
}

export function createDoor(ports: DoorPorts): Door {
  const { clock, requests, handOuts } = ports;
  let state: DoorState = 'closed';
  let server: Server | null = null;
  let folder: DoorFolder | null = null;
  const connections = new Set<Socket>();
  const asking = new Set<Socket>();
  /** Opening and closing follow each other. */
  const inTurn = serial();

  function serve(socket: Socket): void {
    // SECURITY(S53)
    if (connections.size >= MOST_CONNECTIONS || asking.size >= MOST_ASKING) {
      socket.on('error', () => socket.destroy());
      say(socket, refusal({ why: 'not_answered', sentence: requestSentences.tooMany }));
      // Whoever does not close its own end must not keep the door from closing.
      socket.destroySoon();
      return;
    }
    connections.add(socket);
    asking.add(socket);
    const gone = new AbortController();
    const line = createLineReader(socket);
    const next = (limitMs: number): Promise<string | null> => within(clock, limitMs, line(), null);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      connections.delete(socket);
      asking.delete(socket);
      gone.abort();
    });
    void converse(socket, next, gone.signal)
      .catch(() => undefined)
      .finally(() => asking.delete(socket));
  }

  async function converse(
    socket: Socket,
    next: (limitMs: number) => Promise<string | null>,
    gone: AbortSignal,
  ): Promise<void> {
    const line = await next(SILENT_CLIENT_MS);
    const request = line === null ? null : readLine(requestLine, line);
    if (request === null) {
      say(socket, refusal({ why: 'usage', sentence: requestSentences.unreadable }));
      socket.destroySoon();
      return;
    }
    if (request.ask === 'token') {
      const token = await handOuts.token(request.run, request.refused);
      say(socket, token.ok ? { say: 'token', token: token.value } : refusal(token.failure));
      socket.destroySoon();
      return;
    }
    if (request.ask !== 'exec') {
      say(socket, await answerOf(request, gone));
      socket.destroySoon();
      return;
    }
    const given = await requests.exec(request, {
      prove: (code) => prove(socket, code, next),
      over: () => socket.destroy(),
      gone,
    });
    if (!given.ok) {
      say(socket, refusal(given.failure));
      socket.destroySoon();
      return;
    }
    const { run, token } = given.value;
    // The connection is the hand-out: its end, however it comes, is the end of the program.
    if (gone.aborted) handOuts.end(run);
    else gone.addEventListener('abort', () => handOuts.end(run), { once: true });
    say(socket, { say: 'given', run, token });
  }

  async function answerOf(
    request: Exclude<RequestLine, { ask: 'exec' | 'token' }>,
    gone: AbortSignal,
  ): Promise<Said> {
    switch (request.ask) {
      case 'status':
        return requests.status();
      case 'revoke': {
        const revoked = await requests.revoke(request.credential, gone);
        return revoked.ok ? { say: 'revoked', count: revoked.value } : refusal(revoked.failure);
      }
    }
  }

  async function prove(
    socket: Socket,
    code: string,
    next: (limitMs: number) => Promise<string | null>,
  ): Promise<string | null> {
    const { freshFile, remove } = folder ?? {};
    if (freshFile === undefined || remove === undefined) return null;
    const file = await freshFile();
    say(socket, { say: 'prove', file, code });
    const line = await next(SILENT_CLIENT_MS);
    const proven = line !== null && readLine(provenLine, line) !== null;
    // The client holds it open: the name is not needed any more once main has looked, which comes next.
    if (!proven) await remove(file);
    else clock.after(SILENT_CLIENT_MS, () => void remove(file));
    return proven ? file : null;
  }

  async function openNow(): Promise<void> {
    if (server !== null) return;
    const made = await ports.folder().catch(() => fail('failed' as const));
    if (!made.ok) return become(made.failure);
    const listening = await listen(made.value.socket, serve);
    if (!listening.ok) return become('failed');
    folder = made.value;
    server = listening.value;
    become('open');
  }

  async function closeNow(): Promise<void> {
    const old = server;
    server = null;
    if (old !== null) {
      const closed = new Promise<void>((resolve) => {
        old.close(() => resolve());
      });
      for (const socket of connections) socket.destroy();
      await closed;
      if (folder !== null) await rm(folder.socket, { force: true });
    }
    folder = null;
    become('closed');
  }

  function become(next: DoorState): void {
    state = next;
    ports.changed();
  }

  return {
    state: () => state,
    open: () => inTurn(openNow),
    close: () => inTurn(closeNow),
  };
}

const refusal = ({ why, sentence }: Refused): Said => ({
  say: 'refused',
  why,
  sentence: sentenceOf(why, sentence).slice(0, 500),
});

function say(socket: Socket, what: Said): void {
  const line = v.parse(answerLine, { v: PROTOCOL_VERSION, ...what });
  if (!socket.destroyed) socket.write(`${JSON.stringify(line)}\n`);
}

async function listen(
  socket: string,
  serve: (socket: Socket) => void,
): Promise<Result<Server, 'failed'>> {
  // Half-open ends would keep a hand-out whose program is gone.
  const server = createServer({ allowHalfOpen: false }, serve);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    await chmod(socket, 0o600);
    return ok(server);
  } catch {
    server.close();
    return fail('failed');
  }
}
