// Which program holds a token, and since when.
import type { ReactNode } from 'react';
import { clockTime } from '../../../i18n/time.ts';
import { useApp, useView } from '../../../state/app-context.tsx';
import { handOutWords } from '../../hand-out/en-hand-out.ts';

export function UsedBy(props: { readonly tokenId: string }): ReactNode {
  const { ticker } = useApp();
  const used = useView(({ handOut }) =>
    handOut.programs.find(({ tokenId }) => tokenId === props.tokenId),
  );
  if (used === undefined) return null;
  return <li>{handOutWords.usedBy(used.program, clockTime(used.sinceMs, ticker.nowMs()))}</li>;
}
