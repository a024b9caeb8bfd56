// What a word looks like that may be a secret. A guess, which decides what is masked and what is asked about.

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const mixed = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9+/_=.-]{24,}$/;

/** Long, unbroken and mixed like a key. Words, dates, addresses and identifiers in UUID form are not. */
export const isKeyLike = (word: string): boolean => mixed.test(word) && !uuid.test(word);
