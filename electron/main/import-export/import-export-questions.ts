// What main asks before credentials of a file are imported, and the titles of its dialogs. Pure.
import { counted } from '../../shared/counts.ts';
import { withoutUnseen } from '../../shared/one-line.ts';
import type { Question } from '../secret-input/ports.ts';
import type { ImportPlan } from './imports.ts';

export const transferTitles = {
  take: 'Import credentials',
  copy: 'Save an encrypted copy of the vault',
  inventory: 'Export the inventory',
} as const;

export function importQuestion(
  { origin, added, replaced }: ImportPlan,
  hosts: readonly string[],
): Question {
  const parts = [
    ...(added.length === 0 ? [] : [`import ${counted(added.length, 'credential')}`]),
    ...(replaced.length === 0 ? [] : [`replace ${counted(replaced.length, 'client secret')}`]),
  ].join(' and ');
  const plain =
    origin.path === null
      ? 'Where the text was copied from still holds the secrets in the clear.'
      : `The file still holds the secrets in the clear, and is not deleted: ${withoutUnseen(origin.path)}`;
  const destroyed =
    replaced.length === 0
      ? ''
      : `The stored secrets of ${listed(replaced.map(({ label }) => label))} are destroyed. A server ` +
        'that no longer knows an old secret may refuse to revoke its tokens. ';
  const button = `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`;
  return {
    message: `${button}?`,
    detail: `The secrets are sent to ${hosts.join(' and ')}. ${destroyed}All of it is saved together, or nothing. ${plain}`,
    choices: [button],
    serious: replaced.length > 0,
  };
}

/** The first few names, and how many more. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}
