// What the system calls an error. Pure.

/** The errno's name, or an empty text for an error that did not come from the system. */
export function errnoOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
