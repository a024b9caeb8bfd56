// The calls of a diagnosis as `curl` lines for somebody else to repeat: the documented endpoints in their
// encoding, with names of variables where a value would be. No value ever comes here. Pure.
import type { AccessType } from '../../shared/words.ts';
import type { DiagnosisView } from '../../shared/diagnosis/diagnosis-view.ts';
import { endpointOf, type Endpoint } from '../gateway/allowed-addresses.ts';
import type { CallName } from '../gateway/budgets.ts';

/** What is put in place of each value, and what stands in the evidence for it. */
const CLIENT_ID = '$CLIENT_ID';
const CLIENT_SECRET = '$CLIENT_SECRET';
const ACCESS_TOKEN = '$ACCESS_TOKEN';

/** Name and value of each field of the body, in the order sent; none where the call has no body. */
function bodyFields(
  call: CallName,
  accessType: AccessType,
  scopes: readonly string[],
): readonly (readonly [name: string, value: string])[] {
  const client = [
    ['client_id', CLIENT_ID],
    ['client_secret', CLIENT_SECRET],
  ] as const;
  if (call === 'revoke') return [...client, ['token', ACCESS_TOKEN]];
  if (call !== 'token') return [];
  const grant = ['grant_type', 'client_credentials'] as const;
  return accessType === 'partner'
    ? [grant, ...client]
    : [grant, ...client, ['scope', scopes.join(' ')]];
}

/** The documented calls of an access type, in the order a diagnosis makes them. */
const calls: Readonly<Record<AccessType, readonly CallName[]>> = {
  trader: ['token', 'identity check', 'revoke'],
  partner: ['token', 'positions'],
};

export function curlLines(view: DiagnosisView) {
  const { accessType, scopes, ownAuthority, baseUrl, tradeUrl } = view;
  return calls[accessType].flatMap((call) => {
    const endpoint = endpointOf(call, accessType, { baseUrl, tradeUrl, authorityPem: null });
    if (!endpoint.ok) return [];
    const { url, method, headers, bodyEncoding } = endpoint.value;
    const fields = bodyFields(call, accessType, scopes);
    const { input, parts: secrets } = withoutValues(bodyEncoding, fields);
    const parts = [
      `${input}curl --request ${method} ${quoted(url.href)}`,
      // Neither follows a redirect with a secret in hand, nor speaks anything but TLS.
      "--proto '=https' --max-redirs 0",
      ...(ownAuthority ? ['--cacert "$AUTHORITY_FILE"'] : []),
      ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
      ...secrets,
    ];
    const line = parts.join(' \\\n  ');
    return [{ call, line: input.includes('{ exec') ? `${line}; }` : line }];
  });
}

/**
 * How the values reach curl: through its input and never as arguments, which every user of the machine can read. The
 * shell's own `printf` starts no program.
 */
function withoutValues(
  encoding: Endpoint['bodyEncoding'],
  fields: readonly (readonly [name: string, value: string])[],
): { readonly input: string; readonly parts: readonly string[] } {
  if (fields.length === 0) {
    return {
      input: `printf 'Authorization: Bearer %s' "${ACCESS_TOKEN}" | `,
      parts: ['--header @-'],
    };
  }
  if (encoding === 'json') {
    const form = fields.map(([name]) => `"${name}":"%s"`).join(',');
    const values = fields.map(([, value]) => `"${value}"`).join(' ');
    return { input: `printf '{${form}}' ${values} | `, parts: ['--data @-'] };
  }
  const hasToken = fields.some(([, value]) => value === ACCESS_TOKEN);
  const secret = `printf '%s' "${CLIENT_SECRET}" | `;
  const files: Readonly<Record<string, string>> = {
    [CLIENT_SECRET]: '-',
    [ACCESS_TOKEN]: '/dev/fd/3',
  };
  return {
    // One input holds one value: the token comes by another.
    input: hasToken ? `printf '%s' "${ACCESS_TOKEN}" | { exec 3<&0; ${secret}` : secret,
    parts: fields.map(([name, value]) => {
      const file = files[value];
      return `--data-urlencode "${name}${file === undefined ? `=${value}` : `@${file}`}"`;
    }),
  };
}

/** As it is for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
