// A download over real HTTP: what is interrupted, cut, changed, refused or stands still.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download, type DownloadPorts } from '../../../electron/launch/resumable-download.ts';

const whole = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
let folder: string;
let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'strongroom-download-'));
  ranges = [];
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const target = (): string => path.join(folder, 'done/electron.zip');
const part = (): string => path.join(folder, 'electron.zip.part');
const get = (ports: Partial<DownloadPorts> = {}): Promise<void> =>
  download(`http://127.0.0.1:${(server.address() as AddressInfo).port}/electron.zip`, {
    target: target(),
    part: part(),
    progress: () => undefined,
    stillMs: 20_000,
    ...ports,
  });

/** A server that keeps what RFC 9110 says about ranges. */
const ranged =
  (etag: string, bytes = whole) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const mayContinue = from > 0 && request.headers['if-range'] === etag;
    const body = mayContinue ? bytes.subarray(from) : bytes;
    response.writeHead(mayContinue ? 206 : 200, { etag, 'content-length': body.length });
    response.end(body);
  };

/** Sends the beginning and cuts the connection. */
const cut =
  (etag: string) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { etag, 'content-length': whole.length });
    response.write(whole.subarray(0, 2_000));
    // Once they are on the disk of the other side.
    const reevaluate = setInterval(() => {
      if (!existsSync(part()) || statSync(part()).size < 2_000) return;
      clearInterval(reevaluate);
      response.destroy();
    }, 10);
  };

async function interrupted(etag = '"one"'): Promise<void> {
  answer = cut(etag);
  await expect(get()).rejects.toThrow(/terminated|aborted|cut/);
  expect(existsSync(target())).toBe(false);
}

describe('a download', () => {
  it('arrives whole, and says how far it is', async () => {
    answer = ranged('"one"');
    const told: (readonly [number, number | null])[] = [];
    await get({ progress: (bytes, total) => told.push([bytes, total]) });
    expect(await readFile(target())).toEqual(whole);
    expect(told[0]).toEqual([0, whole.length]);
    expect(told.at(-1)).toEqual([whole.length, whole.length]);
    expect(existsSync(part())).toBe(false);
  });

  it('is continued where it was cut', async () => {
    await interrupted();
    answer = ranged('"one"');
    await get();
    expect(ranges).toEqual([undefined, 'bytes=2000-']);
    expect(await readFile(target())).toEqual(whole);
  });

  it('starts clean where the file has changed meanwhile', async () => {
    await interrupted();
    const other = Buffer.from('another file');
    answer = ranged('"two"', other);
    await get();
    expect(await readFile(target())).toEqual(other);
  });

  it('starts clean where the server told nothing that names the file', async () => {
    await interrupted('W/"weak"');
    answer = ranged('W/"weak"');
    await get();
    expect(ranges).toEqual([undefined, undefined]);
    expect(await readFile(target())).toEqual(whole);
  });

  it('starts clean where what is here is longer than the file', async () => {
    await interrupted();
    await writeFile(part(), Buffer.alloc(9_000));
    answer = (request, response) => {
      if (request.headers.range === undefined) return ranged('"one"')(request, response);
      return response.writeHead(416).end();
    };
    await get();
    expect(await readFile(target())).toEqual(whole);
  });

  it('is given up once it stands still, and says for how long', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': whole.length });
      response.write(whole.subarray(0, 10));
    };
    await expect(get({ stillMs: 100 })).rejects.toThrow(/nothing came for/);
  });

  it('is given up where no answer comes', async () => {
    answer = () => undefined;
    await expect(get({ stillMs: 100 })).rejects.toThrow(/nothing came for/);
  });

  it('may take longer than the limit as long as something comes', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 40 });
      let sent = 0;
      const more = setInterval(() => {
        response.write(whole.subarray(sent, sent + 1));
        sent += 1;
        if (sent < 40) return;
        clearInterval(more);
        response.end();
      }, 50);
    };
    await get({ stillMs: 1_500 });
    expect(await readFile(target())).toEqual(whole.subarray(0, 40));
  });

  it('ends when the person calls it off', async () => {
    answer = cut('"one"');
    const called = new AbortController();
    const progress = (): void => called.abort();
    await expect(get({ cancelled: called.signal, progress })).rejects.toThrow('called off');
  });

  it('names the answer of a server that does not give the file', async () => {
    answer = (_request, response) => void response.writeHead(404).end();
    await expect(get()).rejects.toThrow('the server answered 404');
  });

  it('names the reason of the network', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(
      download('http://127.0.0.1:9/electron.zip', {
        target: target(),
        part: part(),
        progress: () => undefined,
        stillMs: 5_000,
      }),
    ).rejects.toThrow(/fetch failed/);
  });
});
