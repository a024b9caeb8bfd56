// What a person writes down about a credential: notes of several lines and the address of a page. The same bounds in the
// form, at the edge and in the view.
import { UNFIT } from '../one-line.ts';

/** UTF-16 units. */
export const MOST_NOTES = 4_000;

/** Line ends are one character, and no line ends in spaces. */
export const tidyNotes = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trim();

/** Each line is as any other line that a person types; a tab may stand in it. */
export const areFitNotes = (notes: string): boolean =>
  !notes.split('\n').some((each) => UNFIT.test(each.replaceAll('\t', ' ')));

/** UTF-16 units. */
export const MOST_WEB_PAGE = 2_048;

/**
 * Its one normal form, host in punycode, which is what will be opened; null where it is no such address. A parser
 * would drop line breaks and turn backslashes round: what has them is refused as typed.
 */
export function webPageAddress(typed: string): string | null {
  const text = typed.trim();
  if (text.length > MOST_WEB_PAGE || UNFIT.test(text) || /[\s\\]/u.test(text)) return null;
  if (!/^https:\/\/[^/]/i.test(text)) return null;
  const parsed = URL.parse(text);
  if (parsed === null || parsed.protocol !== 'https:' || parsed.hostname === '') return null;
  if (parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href.length > MOST_WEB_PAGE ? null : parsed.href;
}
