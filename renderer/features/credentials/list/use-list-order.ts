// The rows of the list and their order, held still while the pointer or the focus is inside it, and put
// right when both have left or when the person asks.
import { useMemo, useState } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { nextOrder, same } from '../../../model/credential-list.ts';

interface ListOrder {
  readonly ids: readonly string[];
  /** What stands in each row. */
  readonly rows: readonly CredentialView[];
  /** The held order differs from what sorting would give. */
  readonly stale: boolean;
  readonly hold: (part: 'pointer' | 'focus', held: boolean) => void;
  readonly sortAgain: () => void;
}

const NOT_HELD = { pointer: false, focus: false };

/**
 * `sorted` is what is wanted, in its order, of all the `credentials` there are; `scope` names filter and
 * search: a new one is taken as it comes. What is chosen stays where it was, until filter or search are changed.
 */
export function useListOrder(
  sorted: readonly CredentialView[],
  credentials: readonly CredentialView[],
  scope: string,
  selectedId: string | null,
): ListOrder {
  const [held, setHeld] = useState(NOT_HELD);
  const [shown, setShown] = useState<{ readonly ids: readonly string[]; readonly scope: string }>({
    ids: [],
    scope,
  });
  const byId = useMemo(() => new Map(credentials.map((each) => [each.id, each])), [credentials]);
  const wanted = useMemo(() => {
    const ids = sorted.map((credential) => credential.id);
    const at = shown.scope === scope ? shown.ids.indexOf(selectedId ?? '') : -1;
    const isLeaving =
      at >= 0 && selectedId !== null && !ids.includes(selectedId) && byId.has(selectedId);
    return isLeaving ? ids.toSpliced(at, 0, selectedId) : ids;
  }, [sorted, shown, scope, selectedId, byId]);
  const ids = useMemo(
    () => nextOrder(shown.ids, wanted, (held.pointer || held.focus) && shown.scope === scope, byId),
    [shown, wanted, held, scope, byId],
  );
  const rows = useMemo(() => ids.flatMap((id) => byId.get(id) ?? []), [ids, byId]);
  if (ids !== shown.ids || scope !== shown.scope) setShown({ ids, scope });
  // A list that is emptied is let go: nobody hears the pointer or the focus leave what is gone.
  if (ids.length === 0 && (held.pointer || held.focus)) setHeld(NOT_HELD);
  return {
    ids,
    rows,
    stale: !same(ids, wanted),
    hold: (part, value) =>
      setHeld((now) => (now[part] === value ? now : { ...now, [part]: value })),
    sortAgain: () => setShown({ ids: wanted, scope }),
  };
}
