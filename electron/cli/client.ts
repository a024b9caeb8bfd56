// The connection to Strongroom. The socket is taken only from a folder that nobody else can reach into: a token is
// asked of no stranger.
import { closeSync, lstatSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import {
  answerLine,
  FOLDER_NAME,
  PROTOCOL_VERSION,
  readLine,
  SOCKET_NAME,
  SOCKET_VARIABLE,
  type AnswerLine,
  type RequestLine,
  type Said,
} from '../shared/hand-out/protocol.ts';
import { createLineReader } from '../shared/hand-out/line-reader.ts';
import { refusalSentences, type HandOutRefusal } from '../shared/hand-out/exit-codes.ts';

/** Ends the command: with this code, and this sentence on the standard error. */
export class Ending extends Error {
  readonly why: HandOutRefusal;

  constructor(why: HandOutRefusal, sentence: string = refusalSentences[why]) {
    super(sentence);
    this.why = why;
  }
}

export type Client = Awaited<ReturnType<typeof openClient>>;

function candidates(environment: NodeJS.ProcessEnv): readonly string[] {
  const named = environment[SOCKET_VARIABLE];
  if (named !== undefined && path.isAbsolute(named)) return [named];
  const runtime = environment['XDG_RUNTIME_DIR'];
  const profile =
    process.platform === 'darwin'
      ? path.join(homedir(), 'Library/Application Support/Strongroom')
      : path.join(environment['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config'), 'Strongroom');
  return [runtime, profile]
    .filter((each) => each !== undefined)
    .map((each) => path.join(each, FOLDER_NAME, SOCKET_NAME));
}

/** Of this user, and closed to all others: whoever else made it would be asked for a token. */
function isPrivate(socket: string): boolean {
  try {
    const folder = lstatSync(path.dirname(socket));
    const own = process.getuid?.();
    return (
      folder.isDirectory() &&
      folder.uid === own &&
      (folder.mode & 0o077) === 0 &&
      lstatSync(socket).isSocket()
    );
  } catch {
    return false;
  }
}

export async function openClient(environment: NodeJS.ProcessEnv) {
  const where = candidates(environment).find(isPrivate);
  if (where === undefined) throw new Ending('not_running');
  const socket = connect(where);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', () => reject(new Ending('not_running')));
  });
  socket.on('error', () => socket.destroy());
  const nextLine = createLineReader(socket);
  return {
    socket,
    where,
    send: (request: Record<string, unknown>) =>
      void socket.write(`${JSON.stringify({ v: PROTOCOL_VERSION, ...request })}\n`),
    /** Of the first and only answers; `not_running` where the connection ended instead. */
    async next(): Promise<AnswerLine> {
      const came = await nextLine();
      if (came === null) throw new Ending('not_running');
      const line = readLine(answerLine, came);
      if (line === null) {
        throw new Ending('not_running', 'This version of Strongroom speaks another protocol.');
      }
      if (line.say === 'refused') throw new Ending(line.why, line.sentence);
      return line;
    },
  };
}

/** One question, one answer, of one of the kinds that are expected. */
export async function askOnce<S extends AnswerLine['say']>(
  environment: NodeJS.ProcessEnv,
  request: Said<RequestLine>,
  ...expected: readonly S[]
): Promise<Extract<AnswerLine, { say: S }>> {
  const client = await openClient(environment);
  client.send(request);
  const answer = await client.next();
  client.socket.destroy();
  if (!expected.some((each) => each === answer.say)) throw new Ending('not_running');
  return answer as Extract<AnswerLine, { say: S }>;
}

/** Opens the file that Strongroom named, so that the system can tell it who asks. */
export async function prove(
  client: Client,
  told: (code: string) => void,
): Promise<Extract<AnswerLine, { say: 'given' }>> {
  const first = await client.next();
  if (first.say !== 'prove') throw new Ending('not_running');
  told(first.code);
  const held = openSync(first.file, 'r');
  try {
    client.send({ ask: 'proven' });
    const given = await client.next();
    if (given.say !== 'given') throw new Ending('not_running');
    return given;
  } finally {
    closeSync(held);
  }
}
