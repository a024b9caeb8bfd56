// What main says before files are searched for our own secrets. Pure.
import { whole } from '../../shared/counts.ts';
import type { Question } from '../secret-input/ports.ts';

export const SEARCH_TITLE = 'Search for secrets and tokens of this vault';

/** @param paths what was dropped, at least one. */
export function droppedQuestion(paths: readonly string[]): Question {
  const [first = ''] = paths;
  const more = paths.length - 1;
  const what = more === 0 ? first : `${first} and ${whole(more)} more`;
  return {
    message: 'Search what was dropped for secrets and tokens of this vault?',
    detail: `${what}. Files are read and not changed; nothing is sent anywhere.`,
    choices: ['Search it'],
    serious: false,
  };
}
