// How a program gets a token of this key: the command to copy, the switch that lets programs ask, and who was given one.
import type { ReactNode } from 'react';
import { DetailSection } from '../../../components/Facts.tsx';
import type { CredentialView } from '../../../../electron/shared/credentials/credential-view.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { clockTime } from '../../../i18n/time.ts';
import { useApp, useView } from '../../../state/app-context.tsx';
import { HandOutSetting } from '../../../components/HandOutSetting.tsx';
import { handOutWords as words } from '../../../i18n/en-hand-out.ts';

/** A word of a command as a shell takes it. */
const quoted = (word: string): string =>
  /^[\w.@:/-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** @param environment its name, where others have the same label; else null. */
export function commandFor(
  { label, accessType, registeredScopes }: CredentialView,
  environment: string | null,
): string {
  const scope = accessType === 'trader' && !registeredScopes.includes('TRADER_READ');
  return [
    `strongroom-cli exec -c ${quoted(label)}`,
    ...(environment === null ? [] : [`--environment ${quoted(environment)}`]),
    ...(scope ? ['-s TRADER_TRADE'] : []),
    '-- python3 bot.py',
  ].join(' ');
}

export function UseInProgram({ credential }: { readonly credential: CredentialView }): ReactNode {
  const { ticker } = useApp();
  const system = useView(({ machine }) => machine.system);
  const programs = useView(({ handOut }) => handOut.programs) ?? [];
  const environment = useView(({ credentials, environments }) => {
    const alike = credentials.filter(({ label }) => label === credential.label);
    const own = environments.find(({ id }) => id === credential.environmentId);
    return alike.length < 2 ? null : (own?.name ?? null);
  });
  if (system === undefined || system === 'windows') return null;
  const command = commandFor(credential, environment ?? null);
  const held = programs.filter(({ tokenId }) => credential.tokens.some(({ id }) => id === tokenId));
  return (
    <DetailSection title={words.use} beside={<CopyButton text={command} label={words.copy} />}>
      <pre className="frame plain-answer mono">{command}</pre>
      <p className="secondary">{words.finds}</p>
      {held.map(({ tokenId, program, sinceMs }) => (
        <p key={tokenId}>{words.usedBy(program, clockTime(sinceMs, ticker.nowMs()))}</p>
      ))}
      <HandOutSetting />
    </DetailSection>
  );
}
