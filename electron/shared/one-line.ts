// What one line that a person typed may hold: something to be seen, and nothing that turns what is.

/** Control characters, line ends, and what turns the direction of the text around it. */
export const UNFIT = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Emoji and some scripts need such characters between others; an identifier never does. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

/** What neither shows nor belongs into words of a stranger: controls, format and ignorable characters. */
const FOREIGN_UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Words of a server, a certificate or a file, as they are shown: nothing hides between the letters. */
export const withoutUnseen = (text: string): string => text.replaceAll(FOREIGN_UNSEEN, '');

/** A name of zero-width characters alone can be neither read nor typed again. */
export const showsSomething = (text: string): boolean =>
  Array.from(text).some((each) => each.trim() !== '' && !UNSEEN.test(each));

/** What two lines have in common that look alike: spaces of any kind and number, letters of any form. */
export const asRead = (text: string): string =>
  Array.from(text.normalize('NFKC'))
    .filter((each) => !UNSEEN.test(each))
    .join('')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Pasted from a page, an identifier can bring a character along that nobody sees and no server knows. */
export const hidesSomething = (text: string): boolean => UNSEEN.test(text);

/** A person takes them for one name. */
export const sameName = (a: string, b: string): boolean =>
  a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();
