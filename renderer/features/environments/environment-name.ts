// What is wrong with the name of an environment, in words. Main checks it again. Pure.
import { showsSomething, UNFIT } from '../../../electron/shared/one-line.ts';
import { forms } from '../../i18n/en-forms.ts';

const words = forms.environment;
const folded = (name: string): string => name.trim().normalize('NFKC').toLowerCase();

/** @param others all environments but the one that is named. */
export function nameErrorOf(
  name: string,
  others: readonly { readonly name: string }[],
): string | null {
  if (!showsSomething(name) || name.trim().length > 80) return words.nameError;
  if (UNFIT.test(name.trim())) return forms.credential.errors.characters;
  return others.some((other) => folded(other.name) === folded(name)) ? words.nameTaken : null;
}
