// What was typed after `strongroom-cli`. Pure: reads no file and no environment.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { LONGEST_HAND_OUT_SECONDS, type WantedCredential } from '../shared/hand-out/protocol.ts';
import { traderScopes, type TraderScope } from '../shared/words.ts';

export interface ExecCommand {
  readonly kind: 'exec';
  readonly credential: WantedCredential;
  readonly scopes: readonly TraderScope[];
  readonly forSeconds: number | null;
  readonly wait: boolean;
  /** Name of the variable that carries the token. */
  readonly variable: string;
  readonly command: readonly [string, ...string[]];
}

export type Command =
  | ExecCommand
  | { readonly kind: 'token'; readonly refused: boolean }
  | { readonly kind: 'status' }
  | { readonly kind: 'revoke'; readonly credential: WantedCredential }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'wrong'; readonly sentence: string };

export const helpText = `strongroom-cli exec -c LABEL [-s SCOPE]... [--for 4h] [--env NAME] [--wait] -- PROGRAM [ARGUMENT]...
    Starts PROGRAM with a token of the key LABEL in ACCESS_TOKEN, once you have said yes
    in the window of Strongroom. The token is revoked when PROGRAM ends.
    --environment   the name of its environment, where several keys have this label
    --client-id     its client id, beside the label or in its place
    -s              TRADER_READ, unless given; TRADER_TRADE for a token that may trade
    --for           ends the token after this time as well: 45s, 90m, 4h
    --env           another name for the variable
    --wait          waits until the vault is unlocked
strongroom-cli token [--refused]
    Inside PROGRAM: prints the token to use now as JSON (RFC 6749 section 5.1).
    --refused       a call was answered 401: gets a new token where that is the token's fault,
                    at most one a minute
strongroom-cli status
    Says what is handed out, to whom and until when.
strongroom-cli revoke -c LABEL [--environment NAME] [--client-id ID]
    Ends what is handed out of the key LABEL, once you have said yes.
strongroom-cli --version
Exit codes: those of PROGRAM; 64 wrong use, 69 not running, 73 locked, 74 refused by the gateway,
    75 not answered in time, 77 denied.
`;

const wrong = (sentence: string): Command => ({ kind: 'wrong', sentence });
const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Seconds; null where it is no such time. */
export function readDuration(text: string): number | null {
  const [, digits, unit = ''] = /^([1-9]\d{0,6})([smh])$/.exec(text) ?? [];
  const seconds = Number(digits) * (UNITS[unit] ?? Number.NaN);
  return seconds <= LONGEST_HAND_OUT_SECONDS ? seconds : null;
}

export function readCommandLine(words: readonly string[]): Command {
  const [name = '', ...rest] = words;
  switch (name) {
    case 'exec':
      return readExec(rest);
    case 'token':
      if (rest.length === 0) return { kind: 'token', refused: false };
      return rest.length === 1 && rest[0] === '--refused'
        ? { kind: 'token', refused: true }
        : wrong('`strongroom-cli token` takes --refused and nothing else.');
    case 'status':
      return rest.length === 0
        ? { kind: 'status' }
        : wrong('`strongroom-cli status` takes nothing.');
    case 'revoke':
      return readRevoke(rest);
    case '--version':
    case '-V':
      return { kind: 'version' };
    case 'help':
    case '--help':
    case '-h':
      return { kind: 'help' };
    default:
      return wrong('Say exec, token, status or revoke; `strongroom-cli help` tells what they do.');
  }
}

type Known = NonNullable<ParseArgsConfig['options']>;

/** Options of a command by name, each with its value; or what is wrong with them. */
function readOptions(
  words: readonly string[],
  options: Known,
): readonly (readonly [name: string, value: string])[] | string {
  const found: [string, string][] = [];
  const { tokens } = parseArgs({ args: [...words], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') return `There is no option ${words[token.index]}.`;
    const { name, rawName, value } = token;
    const kind = options[name]?.type;
    if (kind === undefined) return `There is no option ${rawName}.`;
    if (kind === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
    if (kind === 'string' && !value) return `A value is missing after ${rawName}.`;
    found.push([name, value ?? '']);
  }
  return found;
}

const CREDENTIAL_OPTIONS: Known = {
  credential: { type: 'string', short: 'c' },
  environment: { type: 'string' },
  'client-id': { type: 'string' },
};

/** Null where neither a label nor a client id is given. */
function wantedIn(options: ReadonlyMap<string, string>): WantedCredential | null {
  const label = options.get('credential') ?? null;
  const clientId = options.get('client-id') ?? null;
  if (label === null && clientId === null) return null;
  return { label, clientId, environment: options.get('environment') ?? null };
}

const NO_CREDENTIAL = 'Name the key with -c, or with --client-id.';

function readRevoke(words: readonly string[]): Command {
  const options = readOptions(words, CREDENTIAL_OPTIONS);
  if (typeof options === 'string') return wrong(options);
  const credential = wantedIn(new Map(options));
  return credential === null ? wrong(NO_CREDENTIAL) : { kind: 'revoke', credential };
}

function readExec(words: readonly string[]): Command {
  const end = words.indexOf('--');
  const [program, ...more] = end < 0 ? [] : words.slice(end + 1);
  if (program === undefined) return wrong('Write -- and the program after the options.');
  const options = readOptions(words.slice(0, end), {
    ...CREDENTIAL_OPTIONS,
    scope: { type: 'string', short: 's' },
    for: { type: 'string' },
    env: { type: 'string' },
    wait: { type: 'boolean' },
  });
  if (typeof options === 'string') return wrong(options);
  const last = new Map(options);
  const credential = wantedIn(last);
  if (credential === null) return wrong(NO_CREDENTIAL);
  const scopes: TraderScope[] = [];
  for (const [name, value] of options) {
    if (name !== 'scope') continue;
    const scope = traderScopes.find((each) => each === value);
    if (scope === undefined) return wrong('A scope is TRADER_READ or TRADER_TRADE.');
    scopes.push(scope);
  }
  const time = last.get('for');
  const forSeconds = time === undefined ? null : readDuration(time);
  if (time !== undefined && forSeconds === null) {
    return wrong('A time is 45s, 90m or 4h, and at most 168h.');
  }
  const variable = last.get('env') ?? 'ACCESS_TOKEN';
  if (!/^[A-Za-z_]\w{0,63}$/.test(variable)) return wrong('That is no name of a variable.');
  return {
    kind: 'exec',
    credential,
    scopes: scopes.length === 0 ? ['TRADER_READ'] : [...new Set(scopes)],
    forSeconds,
    wait: last.has('wait'),
    variable,
    command: [program, ...more],
  };
}
