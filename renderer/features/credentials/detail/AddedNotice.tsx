// After a credential was added: the next step, which takes the focus. Gone once something was asked with it.
import { useEffect, useRef, type ReactNode } from 'react';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { runAction } from '../../../actions/actions.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Notice } from '../../../components/Notice.tsx';
import { useApp, useWindow } from '../../../state/app-context.tsx';
import { addedWords as words } from './en-getting-started.ts';

export function AddedNotice(props: { readonly credential: CredentialView }): ReactNode {
  const { id, tokens, lastFailure } = props.credential;
  const added = useWindow(({ addedId }) => addedId === id);
  if (!added || tokens.length > 0 || lastFailure !== null) return null;
  return <NextStep credential={props.credential} />;
}

function NextStep({ credential }: { readonly credential: CredentialView }): ReactNode {
  const app = useApp();
  const test = useRef<HTMLButtonElement>(null);
  useEffect(() => test.current?.focus(), []);
  const forget = (): void => app.window.patch({ addedId: null });
  return (
    <Notice onDismiss={forget}>
      <p>{words.what}</p>
      <div className="ways-out">
        <ActionButton
          name="diagnose"
          about={{ credential }}
          ref={test}
          look="plain"
          face={words.test}
          run={() => {
            forget();
            runAction(app, 'diagnose', { credential });
          }}
        />
      </div>
    </Notice>
  );
}
