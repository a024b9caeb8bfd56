// What our client and oauth4webapi make of the same answer, in the same words (R22). Ours reads it over
// TLS; the library gets its status, fields and body from a fetch of ours, since it has no transport.
import * as oauth from 'oauth4webapi';
import type { Gateway } from '../../../electron/main/gateway/gateway-client.ts';
import type { GatewayFailure } from '../../../electron/main/gateway/gateway.ts';
import type { GatewayTarget } from '../../../electron/main/gateway/call-target.ts';
import { credentialOf, revokeOnce, SECRET, secretOf, TOKEN } from '../../support/gateway-lab.ts';
import type { Judged, JudgedAnswer } from './judged-answers.ts';

export interface Verdict {
  /** `token`, `token kept aside`, `accepted`, `pending`, `refused`, or `error` and its code. */
  readonly outcome: string;
  /** Seconds, of a token. */
  readonly lifetime?: string;
  /** As granted, of a token. */
  readonly scope?: string;
}

const UNKNOWN = 'unknown';

function failed({ oauthError }: GatewayFailure): Verdict {
  return { outcome: oauthError === null ? 'refused' : `error ${oauthError}` };
}

export async function ourVerdict(
  gateway: Gateway,
  target: GatewayTarget,
  kind: Judged,
): Promise<Verdict> {
  if (kind === 'revocation') {
    const answer = await revokeOnce(gateway, target, credentialOf('trader'), secretOf(TOKEN));
    return answer.ok ? { outcome: answer.value.verdict } : failed(answer.failure);
  }
  const answer = await gateway.requestToken(target, credentialOf('trader'), ['TRADER_READ']);
  if (!answer.ok) return failed(answer.failure);
  const [token] = answer.value.tokens;
  return {
    outcome: token.quarantine === null ? 'token' : 'token kept aside',
    lifetime: String(token.lifetimeSeconds ?? UNKNOWN),
    scope: token.grantedScopes?.join(' ') ?? UNKNOWN,
  };
}

const server: oauth.AuthorizationServer = {
  issuer: 'https://gateway.example',
  token_endpoint: 'https://gateway.example/auth/oauth2/token',
  revocation_endpoint: 'https://gateway.example/auth/oauth2/revoke',
};
const client: oauth.Client = { client_id: 'client-1' };

export async function theirVerdict(kind: Judged, answer: JudgedAnswer): Promise<Verdict> {
  const options = { [oauth.customFetch]: () => Promise.resolve(responseOf(answer)) };
  const secret = oauth.ClientSecretPost(SECRET);
  try {
    if (kind === 'revocation') {
      const response = await oauth.revocationRequest(server, client, secret, TOKEN, options);
      await oauth.processRevocationResponse(response);
      return { outcome: 'accepted' };
    }
    const scope = { scope: 'TRADER_READ' };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      client,
      secret,
      scope,
      options,
    );
    const token = await oauth.processClientCredentialsResponse(server, client, response);
    return {
      outcome: 'token',
      lifetime: String(token.expires_in ?? UNKNOWN),
      scope: token.scope ?? UNKNOWN,
    };
  } catch (error) {
    return {
      outcome: error instanceof oauth.ResponseBodyError ? `error ${error.error}` : 'refused',
    };
  }
}

function responseOf({ status, fields, body }: JudgedAnswer): Response {
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(': ');
    return [field.slice(0, colon), field.slice(colon + 2)];
  });
  // No Response has a status beyond 599: the library would never see one.
  const init = { status: Math.min(status, 599), headers };
  return new Response(body.length === 0 ? null : new Uint8Array(body), init);
}

export interface Difference {
  readonly in: keyof Verdict;
  readonly ours: string;
  readonly theirs: string;
}

/** Where both have something to say and do not say the same. */
export function differencesOf(ours: Verdict, theirs: Verdict): readonly Difference[] {
  if (ours.outcome !== theirs.outcome) {
    const both = [ours, theirs].every(({ outcome }) => outcome.startsWith('token'));
    const outcome = { in: 'outcome', ours: ours.outcome, theirs: theirs.outcome } as const;
    return both ? [outcome, ...differingFacts(ours, theirs)] : [outcome];
  }
  return differingFacts(ours, theirs);
}

function differingFacts(ours: Verdict, theirs: Verdict): readonly Difference[] {
  return (['lifetime', 'scope'] as const)
    .filter((fact) => ours[fact] !== theirs[fact])
    .map((fact) => ({ in: fact, ours: ours[fact] ?? '', theirs: theirs[fact] ?? '' }));
}
