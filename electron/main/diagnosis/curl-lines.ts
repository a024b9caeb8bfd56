// The calls of a diagnosis as `curl` lines for somebody else to repeat: the documented endpoints in their
// encoding, with names of variables where a value would be. No value ever comes here. Pure.
import type { AccessType } from '../../shared/words.ts';
import type { DiagnosisView } from '../../shared/diagnosis/diagnosis-view.ts';
import { endpointOf, type Endpoint } from '../gateway/requests/endpoints.ts';
import type { CallName } from '../gateway/budgets.ts';

export interface CurlLine {
  readonly call: CallName;
  readonly line: string;
}

/** What is put in place of each value, and what stands in the evidence for it. */
const CLIENT_ID = '$CLIENT_ID';
const CLIENT_SECRET = '$CLIENT_SECRET';
const ACCESS_TOKEN = '$ACCESS_TOKEN';

/** Name and value of each field of the body, in the order sent; null where the call has no body. */
export function bodyFields(
  call: CallName,
  accessType: AccessType,
  scopes: readonly string[],
): readonly (readonly [name: string, value: string])[] | null {
  const client = [
    ['client_id', CLIENT_ID],
    ['client_secret', CLIENT_SECRET],
  ] as const;
  if (call === 'revoke') return [...client, ['token', ACCESS_TOKEN]];
  if (call !== 'token') return null;
  const grant = ['grant_type', 'client_credentials'] as const;
  return accessType === 'partner'
    ? [grant, ...client]
    : [grant, ...client, ['scope', scopes.join(' ')]];
}

/** The documented calls of this access type, in the order a diagnosis makes them. */
export const callsOf = (accessType: AccessType): readonly CallName[] =>
  accessType === 'trader' ? ['token', 'identity check', 'revoke'] : ['token', 'positions'];

export function endpointFor(call: CallName, view: DiagnosisView): Endpoint | null {
  const { accessType, baseUrl, tradeUrl } = view;
  const endpoint = endpointOf(call, accessType, { baseUrl, tradeUrl, authorityPem: null });
  return endpoint.ok ? endpoint.value : null;
}

export function curlLines(view: DiagnosisView): readonly CurlLine[] {
  const { accessType, scopes, ownAuthority } = view;
  return callsOf(accessType).flatMap((call) => {
    const endpoint = endpointFor(call, view);
    if (endpoint === null) return [];
    const { url, method, headers, bodyEncoding } = endpoint;
    const fields = bodyFields(call, accessType, scopes) ?? [];
    const parts = [
      `curl --request ${method} ${quoted(url.href)}`,
      // Neither follows a redirect with a secret in hand, nor speaks anything but TLS.
      "--proto '=https' --max-redirs 0",
      ...(ownAuthority ? ['--cacert "$AUTHORITY_FILE"'] : []),
      ...Object.entries(headers).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
      ...(fields.length === 0 ? [`--header "Authorization: Bearer ${ACCESS_TOKEN}"`] : []),
      ...(bodyEncoding === 'form'
        ? fields.map(([name, value]) => `--data-urlencode "${name}=${value}"`)
        : []),
      ...(bodyEncoding === 'json' ? [`--data "${jsonOf(fields)}"`] : []),
    ];
    return [{ call, line: parts.join(' \\\n  ') }];
  });
}

/** Inside double quotes, so that the shell puts the variables in. */
function jsonOf(fields: readonly (readonly [string, string])[]): string {
  return `{${fields.map(([name, value]) => `\\"${name}\\":\\"${value}\\"`).join(',')}}`;
}

/** As it is for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
