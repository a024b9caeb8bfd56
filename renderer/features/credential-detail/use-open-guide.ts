// Opens the Partner guide of a token, starting its plan first where there is none yet.
import type { TokenView } from '../../../electron/shared/credential-view.ts';
import { useApp } from '../../state/app-context.tsx';

export function useOpenGuide(): (token: TokenView) => Promise<void> {
  const { commands, window: store } = useApp();
  return async (token) => {
    if (token.partnerPlan === null && (await commands.startPartnerPlan(token)) === null) return;
    store.show({ kind: 'partner_guide', tokenId: token.id });
  };
}
