// The answer of anything that may fail in an expected way. Only bugs throw.
import type { Failure } from '../../shared/failures/failure.ts';

export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: E };

/** What comes of something that takes time: a value, or why there is none. */
export type Outcome<T = void> = Promise<Result<T, Failure>>;

export function ok(): { readonly ok: true; readonly value: void };
export function ok<T>(value: T): { readonly ok: true; readonly value: T };
export function ok<T>(value?: T): { readonly ok: true; readonly value: T | undefined } {
  return { ok: true, value };
}

/** The same, with its value turned into another. */
export const mapped = <T, U, E>(result: Result<T, E>, to: (value: T) => U): Result<U, E> =>
  result.ok ? ok(to(result.value)) : result;

export function fail<E>(failure: E): { readonly ok: false; readonly failure: E } {
  return { ok: false, failure };
}
