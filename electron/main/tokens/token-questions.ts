// What main asks before a token is revoked unseen, forgotten or copied, and before an old secret is tried.
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import { tokenHosts } from '../domain/place-words.ts';
import { ENDED_UNASKED } from '../ipc/single-acts.ts';
import type { Question } from '../secret-input/ports.ts';

type Named = Pick<Token, 'fingerprint'>;

export const revokeQuestion = (
  { fingerprint }: Named,
  label: string,
  environment: Environment,
): Question => ({
  message: `Revoke token ${fingerprint} of ${label}?`,
  detail:
    `It is revoked at ${tokenHosts(environment)}: whatever uses it stops, and there is no undo. ` +
    `Strongroom asks this after ${ENDED_UNASKED} revocations, so that no program that took over the ` +
    'window can end every token unseen.',
  choices: ['Revoke token'],
  serious: true,
});

export const partnerStartQuestion = ({ fingerprint }: Named, label: string): Question => ({
  message: `Start to end token ${fingerprint} of ${label}?`,
  detail:
    'It is renewed no more: whatever uses it stops when it expires, or when its key is revoked.',
  choices: ['Start the web app steps'],
  serious: false,
});

/** Of one that is over: `unreplaced` where nothing came in its place. */
export const forgetOverQuestion = (
  { fingerprint }: Named,
  label: string,
  unreplaced: boolean,
): Question => ({
  message: `Forget token ${fingerprint} of ${label}?`,
  detail: unreplaced
    ? 'It expired, and nothing replaced it. Its record is removed here, and nothing asks for a renewal any more.'
    : 'It is dead. Its record is removed here.',
  choices: ['Forget token'],
  serious: false,
});

/** The first choice ends it before; without its text there is only the second. */
export const forgetLiveQuestion = (
  { fingerprint }: Named,
  label: string,
  { partner, hasText }: { readonly partner: boolean; readonly hasText: boolean },
): Question => ({
  message: `Forget token ${fingerprint} of ${label}?`,
  detail:
    'Forgetting does not revoke. The token keeps working until it expires, and Strongroom ' +
    'can no longer revoke it, because revoking needs its text.',
  choices: hasText
    ? [
        partner ? 'Start the web app steps, then forget' : 'Revoke, then forget',
        'Forget without revoking',
      ]
    : ['Forget token'],
  serious: true,
});

/** The second choice of a copy, offered only where copying is off. */
export const ALLOW_COPYING = 1;

/** Asked for each copy; where copying is off, also whether to allow it. */
export function copyQuestion({ fingerprint }: Named, label: string, allowed: boolean): Question {
  const clipboard =
    'Every program on this machine can read the clipboard. It is cleared after 20 seconds, ' +
    'at lock and at quit, unless something else was copied meanwhile.';
  if (allowed) {
    return {
      message: `Copy token ${fingerprint} of ${label} to the clipboard?`,
      detail: clipboard,
      choices: ['Copy token'],
      serious: false,
    };
  }
  return {
    message: `Copying tokens is off. Copy token ${fingerprint} of ${label} anyway?`,
    detail: `${clipboard} If you allow copying, each copy is still asked about.`,
    choices: ['Copy this one token', 'Copy, and allow copying'],
    serious: false,
  };
}

export const oldSecretQuestion = (label: string): Question => ({
  message: `Try the stored client secret of ${label}?`,
  detail:
    'If the server still accepts it, it issues one more live token. That token is listed ' +
    'here, so that it can be followed until it is dead.',
  choices: ['Try the old secret'],
  serious: false,
});
