// The order of the list, held still while the pointer or the focus is inside it, and put right when
// both have left or when the person asks.
import { useMemo, useState } from 'react';
import type { CredentialView } from '../../../electron/shared/credential-view.ts';
import { nextOrder } from '../../model/credential-list.ts';

export interface ListOrder {
  readonly ids: readonly string[];
  /** The held order differs from what sorting would give. */
  readonly stale: boolean;
  readonly hold: (part: 'pointer' | 'focus', held: boolean) => void;
  readonly sortAgain: () => void;
}

/** `sorted` is the order wanted; `scope` names filter and search: a new one is taken as it comes. */
export function useListOrder(sorted: readonly CredentialView[], scope: string): ListOrder {
  const [held, setHeld] = useState({ pointer: false, focus: false });
  const [shown, setShown] = useState<{ readonly ids: readonly string[]; readonly scope: string }>({
    ids: [],
    scope,
  });
  const wanted = useMemo(() => sorted.map((credential) => credential.id), [sorted]);
  const ids = useMemo(
    () => nextOrder(shown.ids, wanted, (held.pointer || held.focus) && shown.scope === scope),
    [shown, wanted, held, scope],
  );
  if (ids !== shown.ids || scope !== shown.scope) setShown({ ids, scope });
  return {
    ids,
    stale: ids !== wanted && ids.some((id, index) => id !== wanted[index]),
    hold: (part, value) =>
      setHeld((now) => (now[part] === value ? now : { ...now, [part]: value })),
    sortAgain: () => setShown({ ids: wanted, scope }),
  };
}
