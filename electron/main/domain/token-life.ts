// Whether a token counts as alive: the one question that revokes, counts, keeps and drops ask. What there is to judge
// by is token-evidence.ts.
import type { Credential } from './credential.ts';
import type { CredentialId } from './ids.ts';
import { mightStillWork, type Moment } from './token-evidence.ts';
import type { Token } from './token.ts';

/** The clocks and the index of an open session. */
interface LifeSource<Contents> {
  readonly expiries: { readonly moment: (token: Token) => Moment };
  readonly index: {
    readonly credential: (
      contents: Contents,
      id: CredentialId,
    ) => Pick<Credential, 'accessType'> | undefined;
  };
}

/** Whether a server somewhere may honour the token now. */
export function isLive<Contents>(
  { expiries, index }: LifeSource<Contents>,
  contents: Contents,
  token: Token,
): boolean {
  const accessType = index.credential(contents, token.credentialId)?.accessType ?? 'trader';
  return mightStillWork(token, accessType, expiries.moment(token));
}
