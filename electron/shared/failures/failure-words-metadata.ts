// Words for the metadata of an authorization server (RFC 8414) that could not be read, or is not believed.
// Pure. Whatever failed, the environment stays as it was.
import type { FailureFacts } from './failure.ts';
import { hostOf, statusOf, type Words } from './failure-words-shape.ts';

const kept = 'Nothing of it is used; the environment stays as you configured it.';
const operator = 'Ask the operator of the server; the addresses that you entered are still used.';
const aboutOf = ({ about }: FailureFacts, otherwise: string): string => about ?? otherwise;

/** The words of each code about a server's metadata. */
export const metadataFailureWords = {
  issuer_invalid: [
    'This is not an issuer.',
    'An issuer is an address such as https://host or https://host/path, without a question mark or a number sign.',
    'Enter it exactly as the operator of the server names it.',
  ],
  issuer_foreign: [
    'This issuer is at a host that is not one of this environment.',
    'Nothing was asked: an environment’s calls go to the hosts of its own two addresses and nowhere else.',
    'Enter an issuer at one of them, or add an environment for the other host.',
  ],
  metadata_missing: (facts: FailureFacts): Words => [
    `${hostOf(facts)} gave no metadata${statusOf(facts)}.`,
    'Many servers publish none. The environment stays as you configured it.',
    'Check the issuer, or continue without metadata.',
  ],
  metadata_not_json: (facts: FailureFacts): Words => [
    `What ${hostOf(facts)} answered is not metadata in JSON.`,
    `A web page or a proxy may have answered. ${kept}`,
    'Check the issuer.',
  ],
  metadata_invalid: (facts: FailureFacts): Words => [
    `The metadata of ${hostOf(facts)} does not have the form that RFC 8414 asks for.`,
    `It is wrong, missing or present twice: ${aboutOf(facts, 'a member')}. ${kept}`,
    operator,
  ],
  metadata_other_issuer: (facts: FailureFacts): Words => [
    `The metadata of ${hostOf(facts)} is that of another issuer.`,
    `It names ${aboutOf(facts, 'another one')}. An issuer must match to the last character, or anybody could speak for it. ${kept}`,
    'Enter the issuer exactly as the operator names it, not as this answer does.',
  ],
  metadata_not_https: (facts: FailureFacts): Words => [
    `The metadata of ${hostOf(facts)} names an address that is not protected.`,
    `This one is not https: ${aboutOf(facts, 'an endpoint')}. ${kept}`,
    operator,
  ],
  metadata_foreign: (facts: FailureFacts): Words => [
    `The metadata of ${hostOf(facts)} names a host that is not one of this environment.`,
    `It names ${aboutOf(facts, 'another host')}. No document makes another host one of yours. ${kept}`,
    'If that host is right, add an environment with its address.',
  ],
  metadata_not_clean: [
    'The metadata repeats a secret or a token of this vault.',
    'It is not shown. The environment stays as you configured it.',
    'Tell the operator of the server, and treat that secret or token as seen by others.',
  ],
  metadata_gone: [
    'What the metadata said is no longer here.',
    'It was read anew, or the vault was locked since. Nothing was changed.',
    'Read the metadata again.',
  ],
} as const satisfies Readonly<Record<string, Words | ((facts: FailureFacts) => Words)>>;
