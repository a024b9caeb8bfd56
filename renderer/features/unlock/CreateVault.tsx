// The button that makes a vault: main asks for the passphrase. A recovery key is offered after the first success with
// it, once the person has seen what there is to lose.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { Button } from '../../components/Button.tsx';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

const KEY = callKey('vaultCreate', WINDOW_SUBJECT);

export function CreateVault(props: {
  readonly look: 'primary' | 'quiet';
  readonly children: string;
}): ReactNode {
  const { commands, window: store } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(KEY));
  const create = async (): Promise<void> => {
    if ((await commands.createVault()) === 'done') store.patch({ offersRecovery: true });
  };
  const className = props.look === 'primary' ? 'button-large' : '';
  return (
    <Button look={props.look} className={className} busy={busy} onClick={() => void create()}>
      {props.children}
    </Button>
  );
}
