// The answer of anything that may fail in an expected way. Only bugs throw.

export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: E };

export function ok(): { readonly ok: true; readonly value: void };
export function ok<T>(value: T): { readonly ok: true; readonly value: T };
export function ok<T>(value?: T): { readonly ok: true; readonly value: T | undefined } {
  return { ok: true, value };
}

export function fail<E>(failure: E): { readonly ok: false; readonly failure: E } {
  return { ok: false, failure };
}
