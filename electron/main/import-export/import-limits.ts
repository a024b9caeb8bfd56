// How much of a file somebody else made is looked at (docs/threat-model.md S27). A file's size is bounded where it
// is read, by secret-input/small-file.ts.

/** Columns of a CSV file. */
export const MAX_COLUMNS = 64;
/** Values of one credential, and values that hold for all credentials of a file. */
export const MAX_VALUES = 256;
export const MAX_SHARED_VALUES = 64;
/** Values of a JSON text or an `.env` file, and commands of a pasted text. Each takes far more bytes in a file of anybody's. */
export const MAX_NODES = 4000;
export const MAX_COMMANDS = 1000;
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
