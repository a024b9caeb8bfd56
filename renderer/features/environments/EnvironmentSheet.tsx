// One environment as it is: addresses, trust, and the way to remove it once nothing belongs to it.
import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { AuthoritySection } from './AuthoritySection.tsx';
import { IntrospectionSection } from './IntrospectionSection.tsx';
import { NameSection, RotationAgeSection } from './NameSection.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { ProxySection } from './ProxySection.tsx';
import { SUBJECT, type SectionProps } from './SectionForm.tsx';

const words = forms.environment;

export function EnvironmentSheet({ environment }: SectionProps): ReactNode {
  const { window: store } = useApp();
  const removable = !environment.builtIn && environment.credentials === 0;
  return (
    <Sheet title={environment.name} about={environment}>
      <PlaceSection environment={environment} />
      <NameSection environment={environment} />
      <RotationAgeSection environment={environment} />
      <ProxySection environment={environment} />
      <AuthoritySection environment={environment} />
      <IntrospectionSection environment={environment} />
      <SheetFailure subject={SUBJECT} />
      <div className="sheet-actions">
        {!removable && (
          <p className="secondary">
            {environment.builtIn ? words.builtIn : words.inUse(environment.credentials)}
          </p>
        )}
        <span className="spring" />
        {environment.builtIn && (
          <Button onClick={() => store.show({ kind: 'practice' })}>{en.sidebar.practice}</Button>
        )}
        {removable && (
          <CallButton
            call="environmentRemove"
            input={{ environmentId: environment.id }}
            subject={SUBJECT}
            said={said.environmentRemoved(environment.name)}
            className="button-stop"
            onDone={() => {
              store.patch({ filter: { kind: 'all' } });
              store.close();
            }}
          >
            {words.remove}
          </CallButton>
        )}
      </div>
    </Sheet>
  );
}
