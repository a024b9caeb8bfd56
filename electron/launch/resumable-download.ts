// Downloads one file: bounded by standing still and never by total time; what an interruption left is continued
// where the server still has the same file (RFC 9110, 13.1.5 and 14), and otherwise started clean.
import { createWriteStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface DownloadPorts {
  /** Where the finished file goes. */
  readonly target: string;
  /** Where an unfinished one stays from one start to the next; on the disk of `target`, or it is copied. */
  readonly part: string;
  /** Bytes that are here, and all that there will be; null where the server does not say. */
  readonly progress: (bytes: number, total: number | null) => void;
  /** Without a byte for this long the download is given up. */
  readonly stillMs: number;
  /** The person does not want it any more. */
  readonly cancelled?: AbortSignal;
}

const OK = 200;
const PARTIAL = 206;
const RANGE_NOT_SATISFIABLE = 416;

/** @throws with a sentence: not found, no connection, stood still, cut off, cancelled. */
export async function download(url: string, ports: DownloadPorts): Promise<void> {
  const { target, part, stillMs } = ports;
  const tag = `${part}.etag`;
  await mkdir(path.dirname(part), { recursive: true });
  const response = await ask(0);
  const { body, begun, total } = response;
  let bytes = begun;
  ports.progress(bytes, total);
  const counted = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      response.alive();
      bytes += chunk.length;
      ports.progress(bytes, total);
      yield chunk;
    }
  };
  try {
    await pipeline(
      Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
      counted,
      createWriteStream(part, { flags: begun > 0 ? 'a' : 'w' }),
    );
  } catch (error) {
    throw response.reason() ?? cutOff(error);
  } finally {
    response.end();
  }
  if (total !== null && bytes !== total) throw new Error('the connection was cut');
  await mkdir(path.dirname(target), { recursive: true });
  await rename(part, target);
  forget();

  /** Asks once; a second time from the beginning, where the server refuses to continue. */
  async function ask(attempt: number) {
    const known = attempt === 0 && existsSync(tag) && existsSync(part) ? statSync(part).size : 0;
    if (known === 0) forget();
    const still = new AbortController();
    const cancelled = ports.cancelled ?? new AbortController().signal;
    let timer: NodeJS.Timeout | undefined;
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => still.abort(), stillMs);
    };
    const reason = (): Error | null => {
      if (cancelled.aborted) return new Error('it was called off');
      return still.signal.aborted
        ? new Error(`nothing came for ${Math.round(stillMs / 1000)} seconds`)
        : null;
    };
    alive();
    let answer: Response;
    try {
      answer = await fetch(url, {
        signal: AbortSignal.any([still.signal, cancelled]),
        headers:
          known === 0 ? {} : { range: `bytes=${known}-`, 'if-range': readFileSync(tag, 'latin1') },
      });
    } catch (error) {
      clearTimeout(timer);
      throw reason() ?? cutOff(error);
    }
    if (answer.status === RANGE_NOT_SATISFIABLE && attempt === 0) {
      clearTimeout(timer);
      await answer.body?.cancel();
      return await ask(1);
    }
    if ((answer.status !== OK && answer.status !== PARTIAL) || answer.body === null) {
      clearTimeout(timer);
      await answer.body?.cancel();
      throw new Error(`the server answered ${answer.status}`);
    }
    const continued = answer.status === PARTIAL ? known : 0;
    const length = Number(answer.headers.get('content-length') ?? Number.NaN);
    const entityTag = answer.headers.get('etag');
    // A weak tag says nothing about single bytes.
    if (continued === 0 && entityTag?.startsWith('"') === true) await writeFile(tag, entityTag);
    return {
      body: answer.body,
      begun: continued,
      total: Number.isFinite(length) ? continued + length : null,
      alive,
      reason,
      end: () => clearTimeout(timer),
    };
  }

  function forget(): void {
    rmSync(part, { force: true });
    rmSync(tag, { force: true });
  }
}

/** What the network said, without its stack. */
function cutOff(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : null;
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  return new Error(code === undefined ? message : `${message} (${code})`);
}
