// How much of a file somebody else made is looked at (threats.md S27). A file's size is bounded where it
// is read, by intake/small-file.ts.

/** Credentials that one import may show. */
export const MAX_ROWS = 500;
/** Columns of a CSV file. */
export const MAX_COLUMNS = 64;
/** Objects and lists within each other. */
export const MAX_DEPTH = 32;
/** Bytes of a name: of a variable, a column, a member. */
export const MAX_NAME_BYTES = 200;
/** Bytes of a value after its variables were put in. */
export const MAX_VALUE_BYTES = 4096;
/** Bytes of everything that is decoded out of one text. */
export const MAX_DECODED_BYTES = 4 * 1024 * 1024;
/** How often a variable may stand for another one. */
export const MAX_REFERENCES = 8;
