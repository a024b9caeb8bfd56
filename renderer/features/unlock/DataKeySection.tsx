// "My passphrase may be known": everything sealed anew under another key. Main asks first.
import type { ReactNode } from 'react';
import { callKey } from '../../bridge/commands.ts';
import { VAULT_KEYS_SUBJECT } from './vault-key-commands.ts';
import { Button } from '../../components/Button.tsx';
import { dataKeyWords as words } from './en-vault-keys.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';

const KEY = callKey('vaultReplaceDataKey', VAULT_KEYS_SUBJECT);

export function DataKeySection(props: {
  readonly onResult: (text: string | null) => void;
}): ReactNode {
  const { commands } = useApp();
  const busy = useFeedback(({ pending }) => pending.has(KEY));
  const start = async (): Promise<void> => {
    props.onResult(null);
    const replaced = await commands.replaceDataKey();
    if (replaced !== null) props.onResult(words.replaced(replaced));
  };
  return (
    <section className="vault-keys-item">
      <h3>{words.title}</h3>
      <p>{words.lead}</p>
      <p className="secondary">{words.note}</p>
      <Button look="danger" busy={busy} onClick={() => void start()}>
        {words.replace}
      </Button>
    </section>
  );
}
