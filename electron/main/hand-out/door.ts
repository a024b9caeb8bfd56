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
import { fail, type Result } from '../domain/result.ts';
import { within } from '../domain/time-limit.ts';
import type { DoorFolder, FolderRefusal } from './door-folder.ts';
import type { HandOutRequests } from './hand-out-requests.ts';
import type { HandOuts } from './hand-outs.ts';
import { requestSentences, type Refused } from './hand-out-words.ts';

/** A client that says nothing, or does not open the file that it was told, is left after this. */
const SILENT_CLIENT_MS = 5_000;
/** Connections at the same time, of programs that run as well as of those that ask. */
const MOST_CONNECTIONS = MOST_HAND_OUTS;
/** Of them, those that have not been given anything. */
export const MOST_ASKING = 8;

interface DoorPorts {
  readonly clock: Clock;
  readonly folder: () => Promise<Result<DoorFolder, FolderRefusal>>;
  readonly requests: Pick<HandOutRequests, 'exec' | 'status' | 'revoke'>;
  readonly handOuts: Pick<HandOuts, 'token' | 'end'>;
  readonly changed: () => void;
}

/** One line that a client says; null where it says none in time. */
type Next = (limitMs: number) => Promise<string | null>;

export class Door {
  readonly #ports: DoorPorts;
  /** The socket that it serves, and its folder; null while it is closed. */
  #open: { readonly server: Server; readonly folder: DoorFolder } | null = null;
  #state: DoorState = 'closed';
  readonly #connections = new Set<Socket>();
  readonly #asking = new Set<Socket>();
  /** Opening and closing follow each other. */
  readonly #inTurn = serial();

  constructor(ports: DoorPorts) {
    this.#ports = ports;
  }

  state(): DoorState {
    return this.#state;
  }

  open(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open !== null) return;
      const made = await this.#ports.folder().catch(() => fail('failed' as const));
      if (!made.ok) return this.#become(made.failure);
      const server = await listen(made.value.socket, (socket) => this.#serve(socket));
      if (server === null) return this.#become('failed');
      this.#open = { server, folder: made.value };
      this.#become('open');
    });
  }

  /** Ends every connection: what is handed out ends with them. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      const old = this.#open;
      this.#open = null;
      if (old !== null) {
        const closed = new Promise<void>((resolve) => {
          old.server.close(() => resolve());
        });
        for (const socket of this.#connections) socket.destroy();
        await closed;
        await rm(old.folder.socket, { force: true });
      }
      this.#become('closed');
    });
  }

  #become(next: DoorState): void {
    this.#state = next;
    this.#ports.changed();
  }

  #serve(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    // SECURITY(S53)
    if (this.#connections.size >= MOST_CONNECTIONS || this.#asking.size >= MOST_ASKING) {
      return sayLast(socket, refusal({ why: 'not_answered', sentence: requestSentences.tooMany }));
    }
    this.#connections.add(socket);
    this.#asking.add(socket);
    const gone = new AbortController();
    const line = createLineReader(socket);
    const next: Next = (limitMs) => within(this.#ports.clock, limitMs, line(), null);
    socket.on('close', () => {
      this.#connections.delete(socket);
      this.#asking.delete(socket);
      gone.abort();
    });
    void this.#converse(socket, next, gone.signal)
      .catch(() => undefined)
      .finally(() => this.#asking.delete(socket));
  }

  async #converse(socket: Socket, next: Next, gone: AbortSignal): Promise<void> {
    const { requests, handOuts } = this.#ports;
    const line = await next(SILENT_CLIENT_MS);
    const request = line === null ? null : readLine(requestLine, line);
    if (request?.ask !== 'exec') return sayLast(socket, await this.#answerTo(request, gone));
    const given = await requests.exec(request, {
      prove: (code) => this.#prove(socket, code, next),
      over: () => socket.destroy(),
      gone,
    });
    if (!given.ok) return sayLast(socket, refusal(given.failure));
    const { run, token } = given.value;
    // The connection is the hand-out: its end, however it comes, is the end of the program.
    if (gone.aborted) handOuts.end(run);
    else gone.addEventListener('abort', () => handOuts.end(run), { once: true });
    say(socket, { say: 'given', run, token });
  }

  async #answerTo(
    request: Exclude<RequestLine, { ask: 'exec' }> | null,
    gone: AbortSignal,
  ): Promise<Said> {
    const { requests, handOuts } = this.#ports;
    switch (request?.ask) {
      case undefined:
        return refusal({ why: 'usage', sentence: requestSentences.unreadable });
      case 'token': {
        const token = await handOuts.token(request.run, request.refused);
        return token.ok ? { say: 'token', token: token.value } : refusal(token.failure);
      }
      case 'status':
        return requests.status();
      case 'revoke': {
        const revoked = await requests.revoke(request.credential, gone);
        return revoked.ok ? { say: 'revoked', count: revoked.value } : refusal(revoked.failure);
      }
    }
  }

  async #prove(socket: Socket, code: string, next: Next): Promise<string | null> {
    if (this.#open === null) return null;
    const { freshFile, remove } = this.#open.folder;
    const file = await freshFile();
    say(socket, { say: 'prove', file, code });
    const line = await next(SILENT_CLIENT_MS);
    const proven = line !== null && readLine(provenLine, line) !== null;
    // The client holds it open: the name is not needed any more once main has looked, which comes next.
    if (!proven) await remove(file);
    else this.#ports.clock.after(SILENT_CLIENT_MS, () => void remove(file));
    return proven ? file : null;
  }
}

const refusal = ({ why, sentence }: Refused): Said => ({
  say: 'refused',
  why,
  sentence: sentence.slice(0, 500),
});

function say(socket: Socket, what: Said): void {
  const line = v.parse(answerLine, { v: PROTOCOL_VERSION, ...what });
  if (!socket.destroyed) socket.write(`${JSON.stringify(line)}\n`);
}

/** Whoever does not close its own end must not keep the door from closing. */
function sayLast(socket: Socket, what: Said): void {
  say(socket, what);
  socket.destroySoon();
}

/** Null where the system refuses it. */
async function listen(socket: string, serve: (socket: Socket) => void): Promise<Server | null> {
  // Half-open ends would keep a hand-out whose program is gone.
  const server = createServer({ allowHalfOpen: false }, serve);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(socket, resolve);
    });
    await chmod(socket, 0o600);
    return server;
  } catch {
    server.close();
    return null;
  }
}
