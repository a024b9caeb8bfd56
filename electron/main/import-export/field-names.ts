// What a name in a file means. People and programs spell the same field in many ways; compared without
// case, spaces and signs. A part before or after it tells several credentials of one file apart, as in
// DESK_A_CLIENT_ID.

const spellings = {
  client_id: [
    'clientid',
    'clientidentifier',
    'oauthclientid',
    'consumerkey',
    'appid',
    'applicationid',
    'apikeyid',
    'apikey',
    'keyid',
    'username',
    'loginusername',
  ],
  client_secret: [
    'clientsecret',
    'oauthclientsecret',
    'clientpassword',
    'consumersecret',
    'appsecret',
    'applicationsecret',
    'apisecret',
    'apikeysecret',
    'secretkey',
    'secret',
    'password',
    'loginpassword',
  ],
  label: ['label', 'name', 'title', 'clientname', 'displayname', 'credential', 'tokenname'],
  url: [
    'url',
    'uri',
    'host',
    'hostname',
    'baseurl',
    'baseuri',
    'baseaddress',
    'tokenurl',
    'tokenuri',
    'tokenendpoint',
    'accesstokenurl',
    'accesstokenuri',
    'authurl',
    'authserver',
    'endpoint',
    'apiurl',
    'apihost',
    'tradeurl',
    'loginuri',
  ],
  scope: ['scope', 'scopes', 'registeredscopes'],
  access_type: ['accesstype', 'apitype', 'api', 'type', 'access'],
  permission: ['permission', 'permissions', 'rights'],
  environment: ['environment', 'env', 'stage'],
  owner: ['owner', 'owneraccount', 'account'],
  tags: ['tags', 'tag', 'labels'],
} as const;
export type CredentialField = keyof typeof spellings;

const known = new Map<string, CredentialField>(
  Object.entries(spellings).flatMap(([field, names]) =>
    names.map((each) => [each, field as CredentialField] as const),
  ),
);

/** Spelt so, a name means less than one of the others: it also occurs where no client is meant. */
const vague: ReadonlySet<string> = new Set([
  'username',
  'loginusername',
  'password',
  'loginpassword',
  'apikey',
  'secret',
  'name',
  'title',
  'type',
  'api',
  'access',
  'labels',
]);

export interface NamedField {
  readonly field: CredentialField;
  /** What else is in the name: tells credentials apart. Empty where there is no more. */
  readonly group: string;
  /** Between two names for the same field, the clear one counts. */
  readonly isVague: boolean;
}

/** Null for a name that means nothing here. */
export function fieldOf(name: string): NamedField | null {
  const whole = exactFieldOf(name);
  if (whole !== null) return whole;
  const words = wordsOf(name);
  // The longest end of a name that means something, then the longest beginning.
  for (let from = 1; from < words.length; from += 1) {
    const found = partOf(words.slice(from), words.slice(0, from));
    if (found !== null) return found;
  }
  for (let to = words.length - 1; to > 0; to -= 1) {
    const found = partOf(words.slice(0, to), words.slice(to));
    if (found !== null) return found;
  }
  return null;
}

/** Null unless the whole name is one of the spellings, as of a column. */
export function exactFieldOf(name: string): NamedField | null {
  const plain = wordsOf(name).join('');
  const field = known.get(plain);
  return field === undefined ? null : { field, group: '', isVague: vague.has(plain) };
}

/** `client_secret_expires_at` says something about a secret, and is none. */
const ABOUT_IT =
  /^(?:expires|expiry|expiration|issued|created|updated|rotated|at|age|length|hash|method|file|path|ref|reference|version|type|placement|hint)$/;

/** A name of several parts needs more than a vague word: WEBHOOK_NAME is no label. */
function partOf(part: readonly string[], rest: readonly string[]): NamedField | null {
  const plain = part.join('');
  const field = known.get(plain);
  if (field === undefined || rest.some((word) => ABOUT_IT.test(word))) return null;
  const isSecret = plain === 'secret' || plain === 'apikey';
  if (vague.has(plain) && !isSecret) return null;
  return { field, group: rest.join(' '), isVague: vague.has(plain) };
}

/** DESK_A-clientId → desk, a, client, id. */
function wordsOf(name: string): readonly string[] {
  return name
    .slice(0, 200)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
