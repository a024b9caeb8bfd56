// What main asks before tokens are ended by themselves later, or are kept from it: whose, where, and when. Pure.
import type { CallInput } from '../../shared/ipc-contract.ts';
import { duration } from '../../shared/duration.ts';
import type { Credential } from '../domain/credential.ts';
import type { Environment } from '../domain/environment.ts';
import type { Token } from '../domain/token.ts';
import type { Question } from '../secret-input/ports.ts';
import { secretHost, tokenHosts } from '../domain/place-words.ts';

const utc = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export function renewalOnQuestion(
  { label }: Credential,
  environment: Environment,
  { untilMs, graceSeconds }: CallInput<'renewalTurnOn'>,
): Question {
  const until = untilMs === null ? 'until it is switched off' : `until ${utc(untilMs)}`;
  return {
    message: `Renew the tokens of ${label} automatically?`,
    detail:
      `Its client secret goes to ${secretHost(environment)} before each token expires, ${until}. Each old ` +
      `token is revoked ${duration(graceSeconds * 1000)} after the new one was found to work.`,
    choices: ['Renew automatically'],
    serious: false,
  };
}

export function renewalOffQuestion({ label }: Credential, environment: Environment): Question {
  return {
    message: `Stop renewing the tokens of ${label}?`,
    detail:
      `Nothing is asked of ${secretHost(environment)} automatically any more: what uses its tokens stops when ` +
      'the present one expires.',
    choices: ['Switch renewal off'],
    serious: false,
  };
}

const ends = {
  lock: 'when the vault is locked',
  suspend: 'when the machine goes to sleep, or at the next unlock where that locks the vault',
  quit: 'when Strongroom is quit',
} as const;

export function leaseQuestion(
  token: Token,
  { label }: Credential,
  environment: Environment,
  lease: CallInput<'leaseSet'>['lease'],
): Question {
  const when = lease.end === 'after' ? `in ${duration(lease.seconds * 1000)}` : ends[lease.end];
  return {
    message: `Revoke token ${token.fingerprint} of ${label} early?`,
    detail: `It is revoked at ${tokenHosts(environment)} ${when}. Whatever uses it stops then.`,
    choices: ['Revoke early'],
    serious: false,
  };
}

export function noLeaseQuestion(
  token: Token,
  { label }: Credential,
  environment: Environment,
): Question {
  return {
    message: `Let token ${token.fingerprint} of ${label} live on?`,
    detail:
      `It is not revoked early any more: it works at ${tokenHosts(environment)} until it expires, or until ` +
      'somebody revokes it.',
    choices: ['Keep until it expires'],
    serious: false,
  };
}
