// Whom an environment trusts beside the system's authorities, and the way to change that: a file chosen
// in main's dialog, confirmed in main's dialog.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { authorityWords as words } from './en-proxy.ts';
import { useApp } from '../../state/app-context.tsx';
import { AuthorityFacts } from './AuthorityFacts.tsx';

export function AuthoritySection(props: {
  readonly environment: EnvironmentView;
  readonly subject: string;
}): ReactNode {
  const { environment, subject } = props;
  const { commands } = useApp();
  const { authority, builtIn } = environment;
  const choose = async (): Promise<void> => {
    const chosen = await commands.chooseAuthority(subject);
    if (chosen !== null) await commands.setAuthority(subject, environment, chosen.handle);
  };
  return (
    <>
      <h3>{words.title}</h3>
      {builtIn ? (
        <p className="secondary">{words.builtIn}</p>
      ) : (
        <>
          <p>{authority === null ? words.usual : words.own}</p>
          {authority !== null && <AuthorityFacts authority={authority} />}
          <div className="field-row">
            <Button onClick={() => void choose()}>
              {authority === null ? words.choose : words.replace}
            </Button>
            {authority !== null && (
              <Button
                look="quiet"
                onClick={() => void commands.setAuthority(subject, environment, null)}
              >
                {words.drop}
              </Button>
            )}
          </div>
        </>
      )}
    </>
  );
}
