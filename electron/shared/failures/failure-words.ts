// The sentences for every failure code: what happened, what it means, what to do. The same words in
// the window, in dialogs and in the log. Pure; never invents a cause the server did not name.
import type { Failure, FailureCode, FailureFacts } from './failure.ts';
import { answerWords } from './failure-words-answer.ts';
import { connectionWords } from './failure-words-connection.ts';
import { inspectionFailureWords, diagnosisFailureWords } from './failure-words-inspection.ts';
import {
  secretInputFailureWords,
  passphraseFailureWords,
  managerFailureWords,
} from './failure-words-secret-input.ts';
import type { Say, Words } from './failure-words-shape.ts';
import { behindProxy, proxyWords } from './failure-words-proxy.ts';
import { requestWords } from './failure-words-request.ts';
import { transferFailureWords } from './failure-words-import.ts';
import { vaultWords } from './failure-words-vault.ts';

interface FailureWords {
  readonly what: string;
  readonly means: string;
  readonly todo: string;
}

const words: Readonly<Record<FailureCode, Say>> = {
  ...vaultWords,
  ...connectionWords,
  ...proxyWords,
  ...answerWords,
  ...requestWords,
  ...passphraseFailureWords,
  ...inspectionFailureWords,
  ...secretInputFailureWords,
  ...managerFailureWords,
  ...diagnosisFailureWords,
  ...transferFailureWords,
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

/** Three sentences for one failure. Never throws: an unknown code is `internal_error`. */
export function failureWords(failure: Failure): FailureWords {
  const facts = failure.facts ?? {};
  const say: Say | undefined = words[failure.code];
  const [what, means, todo]: Words =
    say === undefined
      ? requestWords.internal_error(facts)
      : typeof say === 'function'
        ? say(facts)
        : say;
  // Without a host a sentence begins with "the server".
  const begun = what.startsWith('the ') ? `T${what.slice(1)}` : what;
  const proxied = behindProxy(failure.code, facts);
  return { what: begun, means: unknownEffect(facts) + means + proxied, todo };
}

/** The three sentences as one line, for dialogs and the log. */
export function failureSentence(failure: Failure): string {
  const { what, means, todo } = failureWords(failure);
  return `${what} ${means} ${todo}`;
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
  add('Scopes asked for', scopes?.join(' '));
  add('Reference', correlationId);
  return rows;
}
