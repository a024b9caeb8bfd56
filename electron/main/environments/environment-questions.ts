// What main asks before an environment is added, changed, reached otherwise, trusted or removed. Pure.
import type { Environment } from '../domain/environment.ts';
import { authorityFacts } from '../secret-input/authority-file.ts';
import type { Question } from '../secret-input/ports.ts';
import type { PlaceChange, ProxyChange } from './environment-reach.ts';
import type { NewEnvironment } from './environments.ts';
import { hostOf, secretHost, tokenHosts, wayOut } from '../domain/place-words.ts';

export const AUTHORITY_TITLE = 'Certificate authority (PEM file)';

export function questionAboutWay({ environment, proxy }: ProxyChange): Question {
  return {
    message: `Reach ${secretHost(environment)} ${wayOut(proxy)}?`,
    detail:
      `Every call of ${environment.name} goes this way: requests and revocations at ` +
      `${secretHost(environment)}, tokens to ${tokenHosts(environment)}. A proxy cannot read them, but one ` +
      'that lets nothing through keeps tokens from being revoked.',
    choices: ['Use this way'],
    serious: false,
  };
}

export function questionAboutPlace({ before, after }: PlaceChange): Question {
  const moves = before.baseUrl !== after.baseUrl || before.tradeUrl !== after.tradeUrl;
  const trusts = after.authorityPem === null ? '' : ' Its own authority is trusted there as well.';
  return {
    message: moves
      ? `Change the addresses of ${after.name}? Secrets will be sent to ${secretHost(after)}.`
      : `Make ${after.name} a ${after.kind} environment? Its host stays ${secretHost(after)}.`,
    detail:
      `Client secrets are sent to ${secretHost(after)}, tokens to ${tokenHosts(after)}, ` +
      `${wayOut(after.proxy)}. Whoever runs them can read what is sent.${trusts}` +
      `\n\nUntil now: ${secretHost(before)} and ${hostOf(before.tradeUrl)}, ${before.kind}.`,
    choices: ['Change environment'],
    serious: true,
  };
}

/** In two lines: a dialog breaks no word of 95 characters. */
const fingerprintLines = (fingerprint: string): string =>
  `SHA-256\n${fingerprint.slice(0, 48)}\n${fingerprint.slice(48)}`;

export function questionAboutTrust(environment: Environment, pem: string | null): Question {
  const { name } = environment;
  const hosts = tokenHosts(environment);
  const facts = pem === null ? null : authorityFacts(pem);
  if (facts === null) {
    return {
      message: `Remove the authority of ${name}?`,
      detail: `From then on only authorities that this machine trusts vouch for ${hosts}.`,
      choices: ['Remove authority'],
      serious: false,
    };
  }
  return {
    message: `Trust this authority for ${name}?`,
    detail:
      `${facts.subject}\n${fingerprintLines(facts.fingerprint)}\n\n` +
      `Whoever holds its key can pose as ${hosts}, and read the secrets and tokens sent there. ` +
      'Compare the fingerprint with the one you were given.',
    choices: ['Trust authority'],
    serious: true,
  };
}

export function newEnvironmentQuestion(
  { name, authorityPem, proxy }: NewEnvironment,
  addresses: Pick<Environment, 'id' | 'baseUrl' | 'tradeUrl'>,
): Question {
  const authority = authorityPem === null ? null : authorityFacts(authorityPem);
  const trust =
    authority === null
      ? ''
      : `\n\nIts servers may also be vouched for by ${authority.subject}\n${fingerprintLines(authority.fingerprint)}`;
  return {
    message: `Add ${name}? Secrets will be sent to ${secretHost(addresses)}.`,
    detail:
      `Client secrets are sent to ${secretHost(addresses)}, tokens to ${tokenHosts(addresses)}, ` +
      `${wayOut(proxy)}. Whoever runs them can read what is sent.${trust}`,
    choices: ['Add environment'],
    serious: true,
  };
}

export const removeQuestion = (name: string): Question => ({
  message: `Remove the environment ${name}?`,
  detail: 'Its addresses and its certificate authority are forgotten here.',
  choices: ['Remove environment'],
  serious: true,
});
