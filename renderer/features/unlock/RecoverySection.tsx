// The recovery key: whether there is one, and making one. The key itself never comes to this window.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { useApp } from '../../state/app-context.tsx';
import { recoveryKeyWords as words } from './en-vault-keys.ts';
import { useRecoveryKey } from './use-recovery-key.ts';

export function RecoverySection(props: {
  readonly exists: boolean;
  /** The sheet was opened to try it. */
  readonly wanted: boolean;
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { commands } = useApp();
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
      {props.exists && <p className="secondary">{words.tryNote}</p>}
      <div className="field-row">
        {props.exists && (
          <Button data-wanted={props.wanted ? '' : undefined} onClick={() => void commands.lock()}>
            {words.tryIt}
          </Button>
        )}
        <Button busy={busy} onClick={() => void start()}>
          {props.exists ? words.replace : words.make}
        </Button>
      </div>
    </section>
  );
}
