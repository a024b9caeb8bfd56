// Tells the credentials of one list of names apart: DESK_A_CLIENT_ID and DESK_B_CLIENT_ID are two. What
// belongs to no single one, such as BASE_URL, holds for all of them.
import { fieldOf, type NamedField } from './field-names.ts';
import type { FoundGroup, FoundValue } from './found-values.ts';

interface Named {
  readonly value: FoundValue;
  readonly field: NamedField;
}

/** As many groups as there are credentials, with the fields' own names; none where there is none. */
export function splitGroups(group: FoundGroup): readonly FoundGroup[] {
  const named = group.values.flatMap((value): Named[] => {
    const field = fieldOf(value.name);
    return field === null ? [] : [{ value, field }];
  });
  const all = Map.groupBy(named, ({ field }) => field.group);
  const clients = new Map([...all].filter(([, own]) => isClient(own)));
  const shared = named.filter(
    ({ field }) =>
      !field.field.startsWith('client_') &&
      (field.group === '' || (clients.size === 1 && !clients.has(field.group))),
  );
  return [...clients].map(([name, given]) => {
    const own = clearOnes(given);
    const said = new Set(own.map(({ field }) => field.field));
    const rest = shared.filter(({ field }) => !said.has(field.field));
    return {
      ...group,
      title: [group.title, name].filter((part) => part !== '').join(' '),
      values: [...own, ...rest].map(({ value, field }) => ({ ...value, name: field.field })),
    };
  });
}

/** A user name or a "secret" alone is no client; both halves together are, however they are called. */
function isClient(named: readonly Named[]): boolean {
  const ids = named.filter(({ field }) => field.field === 'client_id');
  const secrets = named.filter(({ field }) => field.field === 'client_secret');
  if (ids.length > 0 && secrets.length > 0) return true;
  return [...ids, ...secrets].some(({ field }) => !field.isVague);
}

/** Where a field is named clearly, a vague name for it means something else. */
function clearOnes(named: readonly Named[]): readonly Named[] {
  const clear = new Set(
    named.filter(({ field }) => !field.isVague).map(({ field }) => field.field),
  );
  return named.filter(({ field }) => !field.isVague || !clear.has(field.field));
}
