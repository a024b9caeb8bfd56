// The recovery key: whether there is one, and making one. The key itself never comes to this window.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { recoveryKeyWords as words } from './en-vault-keys.ts';
import { useRecoveryKey } from './use-recovery-key.ts';

export function RecoverySection(props: {
  readonly exists: boolean;
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { busy, make } = useRecoveryKey();
  const start = async (): Promise<void> => {
    props.onResult(null);
    props.onResult(await make());
  };
  return (
    <section className="vault-keys-item">
      <h3>{words.title}</h3>
      <p>{props.exists ? words.exists : words.missing}</p>
      <p className="secondary">{props.exists ? words.replaceNote : words.makeNote}</p>
      <Button busy={busy} onClick={() => void start()}>
        {props.exists ? words.replace : words.make}
      </Button>
    </section>
  );
}
