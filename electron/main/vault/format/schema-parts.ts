// The small schemas that the lists of the index share.
import * as v from 'valibot';
import type { CredentialId, EnvironmentId, TokenId } from '../../domain/ids.ts';

/** A bound against runaway input only; what a person may type is bounded where it is typed. */
export const text = v.pipe(v.string(), v.maxLength(64 * 1024));
/** A text of 1 to 128 characters. */
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 128;

/** An id of any kind. */
export const identifier = v.custom<string>(isIdentifier);
/** An environment's id. */
export const environmentId = v.custom<EnvironmentId>(isIdentifier);
/** A credential's id. */
export const credentialId = v.custom<CredentialId>(isIdentifier);
/** A token's id. */
export const tokenId = v.custom<TokenId>(isIdentifier);
/** A number that JSON can say. */
export const finite = v.pipe(v.number(), v.finite());
/** A whole number from 0 on. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
