// The small schemas that the lists of the index share.
import * as v from 'valibot';
import type { CredentialId, EnvironmentId, TokenId } from '../../domain/ids.ts';

/** A bound against runaway input only; what a person may type is bounded where it is typed. */
export const text = v.pipe(v.string(), v.maxLength(64 * 1024));
export const isIdentifier = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= 128;
export const identifier = v.custom<string>(isIdentifier);
export const environmentId = v.custom<EnvironmentId>(isIdentifier);
export const credentialId = v.custom<CredentialId>(isIdentifier);
export const tokenId = v.custom<TokenId>(isIdentifier);
export const finite = v.pipe(v.number(), v.finite());
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
