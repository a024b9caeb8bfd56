// The sentences for every failure code: what happened, what it means where that is not plain, what to do. The same words
// in the window, in dialogs and in the log. Pure; never invents a cause the server did not name.
import type { Failure } from './failure.ts';
import type { FailureFacts, Say } from './failure-say.ts';
import { behindProxy, callWords } from './failure-words-call.ts';
import { requestWords } from './failure-words-request.ts';
import { vaultWords } from './failure-words-vault.ts';

interface FailureWords {
  readonly what: string;
  /** Empty where the first sentence says it all. */
  readonly means: string;
  readonly todo: string;
}

const words: Readonly<Record<string, Say | undefined>> = {
  ...vaultWords,
  ...callWords,
  ...requestWords,
};

const mayHaveMinted = 'A token may have been issued; it is listed until it would have expired. ';
/** Calls that change nothing at the server. */
const asking: ReadonlySet<string> = new Set(['identity check', 'positions', 'introspection']);
const mayHaveRevoked = 'Whether the server revoked the token is unknown. ';

/** The request left and nobody knows its effect: that comes before everything else. */
function unknownEffect(facts: FailureFacts): string {
  if (facts.possiblyDone !== true) return '';
  if (facts.call !== undefined && asking.has(facts.call)) return '';
  return facts.call === 'revoke' ? mayHaveRevoked : mayHaveMinted;
}

/** Never throws: an unknown code is `internal_error`. */
export function failureWords(failure: Failure): FailureWords {
  const facts = failure.facts ?? {};
  const own = words[`${failure.code}: ${facts.about ?? ''}`];
  const say: Say = own ?? words[failure.code] ?? requestWords.internal_error;
  const said = typeof say === 'function' ? say(facts) : say;
  const [what] = said;
  const means = said.length === 3 ? said[1] : '';
  // Without a host a sentence begins with "the server".
  const begun = what.startsWith('the ') ? `T${what.slice(1)}` : what;
  const around = unknownEffect(facts) + means + behindProxy(failure.code, facts);
  return { what: begun, means: around.trim(), todo: said[said.length - 1] ?? '' };
}

/** The sentences as one line, for dialogs and the log. */
export function failureSentence(failure: Failure): string {
  const { what, means, todo } = failureWords(failure);
  return [what, means, todo].filter((each) => each !== '').join(' ');
}

/** The facts beside a failure as label and value, in the order they are shown. */
export function failureDetails(failure: Failure): readonly (readonly [string, string])[] {
  const {
    call,
    host,
    proxy,
    status,
    durationMs,
    oauthError,
    serverSaid,
    about,
    scopes,
    correlationId,
  } = failure.facts ?? {};
  const rows: (readonly [string, string])[] = [['Code', failure.code]];
  const add = (label: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') rows.push([label, String(value)]);
  };
  add('Call', call);
  add('Host', host);
  add('Through the proxy', proxy);
  add('Status', status);
  add('Took', durationMs === undefined ? undefined : `${Math.round(durationMs)} ms`);
  add('Error named by the server', oauthError);
  add('The server said', serverSaid);
  add('About', about);
  const isLess = failure.code === 'insufficient_scope';
  add(isLess ? 'Scopes missing' : 'Scopes asked for', scopes?.join(' '));
  add('Reference', correlationId);
  return rows;
}
