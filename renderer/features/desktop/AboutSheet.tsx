// What this is: its version, what runs it, the licence notices of what is built in, and the way to the vault's
// place, which main says in a dialog of its own.
import { useEffect, useState, type ReactNode } from 'react';
import type { AboutView } from '../../../electron/shared/desktop/desktop-calls.ts';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { useApp, useView } from '../../state/app-context.tsx';
import { desktopWords } from './en-desktop.ts';

const words = desktopWords.about;

export function AboutSheet(): ReactNode {
  const { call } = useApp();
  const [about, setAbout] = useState<AboutView | null>(null);
  const [isNewest, setNewest] = useState(false);
  useEffect(() => {
    void call('aboutCurrent').then(setAbout);
  }, [call]);
  return (
    <Sheet title={words.title}>
      {about !== null && <About about={about} />}
      {isNewest && <output>{words.newest}</output>}
      <SheetFoot>
        {about?.asksForNewer === true && (
          <CallButton call="newerVersionAsk" onDone={(answer) => setNewest(answer === 'newest')}>
            {words.newer}
          </CallButton>
        )}
        <CallButton call="vaultPlaceShow">{words.place}</CallButton>
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}

function About({ about }: { readonly about: AboutView }): ReactNode {
  const standIn = useView((view) => view.standInHost) === true;
  return (
    <>
      <p className="figure">
        <strong>{words.version(about.version)}</strong>
        <br />
        <span className="secondary">
          {about.runtime.map(({ name, version }) => `${name} ${version}`).join(', ')}
        </span>
      </p>
      {standIn && <p>{words.standIn}</p>}
      <p>{words.rights}</p>
      <h3>{words.notices}</h3>
      <p className="secondary">{words.noticesNote}</p>
      {about.notices.length === 0 && <p>{words.noNotices}</p>}
      <ul className="rows licence-texts">
        {about.notices.map(({ name, version, licence, text }) => (
          <li key={name}>
            <details>
              <summary>{words.notice(name, version, licence)}</summary>
              {text === '' ? <p>{words.noText}</p> : <pre>{text}</pre>}
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
