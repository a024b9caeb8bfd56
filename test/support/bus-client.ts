// A message bus of the test's own and somebody on it who owns a name and announces things: just enough
// of the D-Bus wire protocol (AUTH EXTERNAL, Hello, RequestName, one signal with one boolean).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';

const DAEMON = '/usr/bin/dbus-daemon';
const METHOD_CALL = 1;
const SIGNAL = 4;

export const busObstacle = (): string | null =>
  existsSync(DAEMON) && existsSync('/usr/bin/gdbus')
    ? null
    : 'this machine has no dbus-daemon or no gdbus';

export interface TestBus {
  readonly address: string;
  readonly stop: () => Promise<void>;
}

export async function startBus(folder: string): Promise<TestBus> {
  const address = `unix:path=${path.join(folder, 'bus')}`;
  const daemon: ChildProcess = spawn(
    DAEMON,
    ['--session', '--nofork', '--print-address', `--address=${address}`],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  if (daemon.stdout !== null) await once(createInterface({ input: daemon.stdout }), 'line');
  return {
    address,
    async stop() {
      const ended = once(daemon, 'exit');
      daemon.kill();
      await ended;
    },
  };
}

export interface Announcer {
  readonly announce: (
    objectPath: string,
    interfaceName: string,
    member: string,
    is: boolean,
  ) => void;
  readonly leave: () => void;
}

/** Joins the bus and owns `name`. */
export async function joinBus({ address }: TestBus, name: string): Promise<Announcer> {
  const socket = net.connect(address.replace('unix:path=', ''));
  await once(socket, 'connect');
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  let serial = 0;
  const send = (message: Message): void => {
    serial += 1;
    socket.write(encode(message, serial));
  };
  const bus = { path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  const toBus = { type: METHOD_CALL, ...bus, destination: 'org.freedesktop.DBus' } as const;
  send({ ...toBus, member: 'Hello', signature: '', body: Buffer.alloc(0) });
  await once(socket, 'data');
  const request = Buffer.concat([string(name), align(string(name).length, 4), uint32(0)]);
  send({ ...toBus, member: 'RequestName', signature: 'su', body: request });
  await once(socket, 'data');
  return {
    announce(objectPath, interfaceName, member, is) {
      const at = { path: objectPath, interface: interfaceName, member };
      send({ type: SIGNAL, ...at, destination: null, signature: 'b', body: uint32(is ? 1 : 0) });
    },
    leave: () => void socket.destroy(),
  };
}

interface Message {
  readonly type: number;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly destination: string | null;
  readonly signature: string;
  readonly body: Buffer;
}

function encode(message: Message, serial: number): Buffer {
  const fields: [code: number, type: 'o' | 's' | 'g', value: string][] = [
    [1, 'o', message.path],
    [2, 's', message.interface],
    [3, 's', message.member],
  ];
  if (message.destination !== null) fields.push([6, 's', message.destination]);
  if (message.signature !== '') fields.push([8, 'g', message.signature]);
  let array = Buffer.alloc(0);
  for (const [code, type, value] of fields) {
    const start = Buffer.from([code, 1, type.charCodeAt(0), 0]);
    array = Buffer.concat([
      array,
      align(array.length, 8),
      start,
      type === 'g' ? signature(value) : string(value),
    ]);
  }
  const head = Buffer.concat([
    Buffer.from('l'),
    Buffer.from([message.type, 0, 1]),
    uint32(message.body.length),
    uint32(serial),
    uint32(array.length),
    array,
  ]);
  return Buffer.concat([head, align(head.length, 8), message.body]);
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const string = (text: string): Buffer =>
  Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(`${text}\0`)]);
const signature = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(`${text}\0`)]);
const align = (length: number, to: number): Buffer => Buffer.alloc((to - (length % to)) % to);
