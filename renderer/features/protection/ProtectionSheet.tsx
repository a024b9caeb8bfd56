// "What protects you here": what is true of this machine and this host, each with one sentence about
// what it protects against and one about what it does not. Nothing is promised that is not there.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Facts.tsx';
import { Sheet, SheetFoot, type ViewSheetProps } from '../../components/Sheet.tsx';
import { protectionWords as words } from './en-protection.ts';
import { protectionItems } from './protection-items.ts';
import { useApp } from '../../state/app-context.tsx';

export function ProtectionSheet({ view }: ViewSheetProps): ReactNode {
  const { window: store } = useApp();
  return (
    <Sheet title={words.title} wide>
      <p className="secondary">{words.lead}</p>
      <div>
        {protectionItems(view).map((item) => (
          <section key={item.title} className="part">
            <h3>{item.title}</h3>
            <div>
              <ul>
                {item.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
              <dl className="facts">
                <Fact label={words.against}>{item.against}</Fact>
                <Fact label={words.notAgainst}>{item.notAgainst}</Fact>
              </dl>
            </div>
          </section>
        ))}
      </div>
      <SheetFoot>
        <Button onClick={() => store.show({ kind: 'settings' })}>{words.toSettings}</Button>
      </SheetFoot>
    </Sheet>
  );
}
