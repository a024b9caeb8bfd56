// The address of a credential's page in the web app: https, whole, and without a name or password in it. The same
// look in the form and in main. Pure.
import { UNFIT } from '../one-line.ts';

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
