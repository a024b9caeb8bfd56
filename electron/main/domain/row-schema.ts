// What the schemas of the vault's rows are made of, and the types that follow from them. Each row is spelt once, as a
// strict schema beside its rules: an unknown field or word is an error, so that nothing untyped enters the vault or
// leaves it.
import * as v from 'valibot';
import type { CredentialId, EnvironmentId, TokenId } from './ids.ts';

type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : { readonly [Key in keyof T]: Immutable<T[Key]> };

/** What a schema lets through. Nothing in it is ever changed in place. */
export type Row<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

/** A bound against runaway input only; what a person may type is bounded where it is typed. */
export const text = v.pipe(v.string(), v.maxLength(64 * 1024));
/** An id of one kind: a text of 1 to 128 characters. */
export const identifier = <Id extends string = string>() =>
  v.custom<Id>((value) => typeof value === 'string' && value.length >= 1 && value.length <= 128);
export const environmentId = identifier<EnvironmentId>();
export const credentialId = identifier<CredentialId>();
export const tokenId = identifier<TokenId>();
/** A number that JSON can say. */
export const finite = v.pipe(v.number(), v.finite());
/** A whole number from 0 on. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
