// What was typed after `strongroom-cli`. Pure: reads no file and no environment.
import { LONGEST_HAND_OUT_SECONDS } from '../shared/hand-out/protocol.ts';
import { traderScopes, type TraderScope } from '../shared/words.ts';

export interface ExecCommand {
  readonly kind: 'exec';
  readonly credential: string;
  readonly scopes: readonly TraderScope[];
  readonly forSeconds: number | null;
  readonly throughLock: boolean;
  readonly wait: boolean;
  /** Name of the variable that carries the token. */
  readonly variable: string;
  readonly command: readonly [string, ...string[]];
}

export type Command =
  | ExecCommand
  | { readonly kind: 'token'; readonly refused: boolean }
  | { readonly kind: 'status' }
  | { readonly kind: 'revoke'; readonly credential: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly sentence: string };

export const helpText = `strongroom-cli exec -c LABEL [-s SCOPE]... [--for 4h] [--env NAME] [--through-lock] [--wait] -- PROGRAM [ARGUMENT]...
    Starts PROGRAM with an access token of the credential LABEL in ACCESS_TOKEN, once you have said
    yes in the window of Strongroom. The token is revoked when PROGRAM ends.
    -s              TRADER_READ, unless given; TRADER_TRADE for a token that may trade
    --for           ends the token after this time as well: 45s, 90m, 4h
    --env           another name for the variable
    --through-lock  leaves the token alive when the vault locks; when you say yes, you choose whether
                    it is renewed and revoked while the vault is locked, or at the next unlock
    --wait          waits until the vault is unlocked
strongroom-cli token [--refused]
    Inside PROGRAM: prints the token to use now as JSON (RFC 6749 section 5.1).
    --refused       a call was answered 401: gets a new token where that is the token's fault
strongroom-cli status
    Says what is handed out, to whom and until when.
strongroom-cli revoke -c LABEL
    Ends what is handed out of the credential LABEL, once you have said yes.
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
    case 'revoke': {
      const [option, label] = rest;
      return rest.length === 2 && isCredential(option) && label !== undefined
        ? { kind: 'revoke', credential: label }
        : wrong('`strongroom-cli revoke` takes -c and the label of a credential.');
    }
    case 'help':
    case '--help':
    case '-h':
      return { kind: 'help' };
    default:
      return wrong('Say exec, token, status or revoke; `strongroom-cli help` tells what they do.');
  }
}

const isCredential = (option: string | undefined): boolean =>
  option === '-c' || option === '--credential';

function readExec(words: readonly string[]): Command {
  const end = words.indexOf('--');
  const [program, ...more] = end < 0 ? [] : words.slice(end + 1);
  if (program === undefined) return wrong('Write -- and the program after the options.');
  let credential: string | null = null;
  const scopes: TraderScope[] = [];
  let forSeconds: number | null = null;
  let variable = 'ACCESS_TOKEN';
  let throughLock = false;
  let wait = false;
  const options = words.slice(0, end);
  while (options.length > 0) {
    const option = options.shift() ?? '';
    if (option === '--through-lock') throughLock = true;
    else if (option === '--wait') wait = true;
    else {
      const value = options.shift();
      if (value === undefined) return wrong(`A value is missing after ${option}.`);
      if (isCredential(option)) credential = value;
      else if (option === '-s' || option === '--scope') {
        const scope = traderScopes.find((each) => each === value);
        if (scope === undefined) return wrong('A scope is TRADER_READ or TRADER_TRADE.');
        scopes.push(scope);
      } else if (option === '--for') {
        forSeconds = readDuration(value);
        if (forSeconds === null) return wrong('A time is 45s, 90m or 4h, and at most 168h.');
      } else if (option === '--env') {
        if (!/^[A-Za-z_]\w{0,63}$/.test(value)) return wrong('That is no name of a variable.');
        variable = value;
      } else return wrong(`There is no option ${option}.`);
    }
  }
  if (credential === null) return wrong('Name the credential with -c.');
  return {
    kind: 'exec',
    credential,
    scopes: scopes.length === 0 ? ['TRADER_READ'] : [...new Set(scopes)],
    forSeconds,
    throughLock,
    wait,
    variable,
    command: [program, ...more],
  };
}
