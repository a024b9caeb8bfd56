// Identifiers of what the vault keeps: random, branded so that one kind is never taken for another.
import type { Brand, InferOutput } from 'valibot';
import type * as ids from '../../shared/view-parts.ts';

export type EnvironmentId = InferOutput<typeof ids.environmentId>;
export type CredentialId = InferOutput<typeof ids.credentialId>;
export type TokenId = InferOutput<typeof ids.tokenId>;
export type RevocationRunId = InferOutput<typeof ids.revocationRunId>;
export type SavedViewId = InferOutput<typeof ids.savedViewId>;
export type RotationId = string & Brand<'rotation'>;
export type DrillId = string & Brand<'drill'>;

/** The environment of the practice gateway that ships in the app. */
export const PRACTICE_ENVIRONMENT_ID = 'practice' as EnvironmentId;
