// Identifiers of what the vault keeps: random, branded so that one kind is never taken for another.
declare const brand: unique symbol;

export type EnvironmentId = string & { readonly [brand]: 'environment' };
export type CredentialId = string & { readonly [brand]: 'credential' };
export type TokenId = string & { readonly [brand]: 'token' };

/** The environment of the practice gateway that ships in the app. */
export const PRACTICE_ENVIRONMENT_ID = 'practice' as EnvironmentId;

export type RevocationRunId = string & { readonly [brand]: 'revocation-run' };
export type RotationId = string & { readonly [brand]: 'rotation' };
export type DrillId = string & { readonly [brand]: 'drill' };
export type SavedViewId = string & { readonly [brand]: 'saved-view' };
