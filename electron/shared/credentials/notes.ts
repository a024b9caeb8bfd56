// What a person writes down about a credential, on several lines: the same bound in the form, at the edge and in
// the view.
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
