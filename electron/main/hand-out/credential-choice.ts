// Which credential a program means: by label, environment and client id. What does not fit is said in a sentence that may
// name others of the vault, so it is for the person alone until the person has it told. Pure.
import type { WantedCredential } from '../../shared/hand-out/protocol.ts';
import type { Credential } from '../domain/credential.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import type { VaultContents } from '../vault/vault.ts';

const MOST_NAMED = 5;

type Searched = Pick<VaultContents, 'credentials' | 'environments'>;

/** How what is wanted is called in a question. */
export const nameOf = ({ label, clientId }: WantedCredential): string => label ?? clientId ?? '';

/** Those that fit everything that is said. */
export function fitting({ credentials, environments }: Searched, wanted: WantedCredential) {
  const { label, environment, clientId } = wanted;
  const isThere = ({ environmentId }: Credential): boolean =>
    environment === null ||
    environments.some(({ id, name }) => id === environmentId && name === environment);
  return credentials.filter(
    (each) =>
      (label === null || each.label === label) &&
      (clientId === null || each.clientId === clientId) &&
      isThere(each),
  );
}

/** The one that is meant, or why none is. */
export function chooseCredential(
  contents: Searched,
  wanted: WantedCredential,
): Result<Credential, string> {
  const found = fitting(contents, wanted);
  const [credential, ...others] = found;
  if (credential === undefined) return fail(noneFits(contents, wanted));
  if (others.length === 0) return ok(credential);
  const named = found.slice(0, MOST_NAMED).map(({ environmentId, clientId }) => {
    const place = contents.environments.find(({ id }) => id === environmentId);
    return `client id ${clientId} in the environment ${place?.name ?? 'that is gone'}`;
  });
  return fail(
    `Several keys fit: ${named.join('; ')}. Say which one with --environment or --client-id.`,
  );
}

function noneFits(contents: Searched, wanted: WantedCredential): string {
  const { label } = wanted;
  const near = contents.credentials
    .map((each) => each.label)
    .filter((each) => label !== null && isNear(each, label));
  const said = [...new Set(near)].slice(0, MOST_NAMED);
  return said.length === 0
    ? 'No key fits what was typed.'
    : `No key fits what was typed. Labels like it: ${said.join(', ')}.`;
}

/** The same letters in another spelling, or more of them. */
function isNear(one: string, other: string): boolean {
  const [a, b] = [one, other].map((each) => each.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''));
  return a !== undefined && b !== undefined && b.length > 1 && (a.includes(b) || b.includes(a));
}
