// One environment as it is: addresses, trust, and the way to remove it once nothing belongs to it.
import type { ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { en } from '../../i18n/en.ts';
import { forms } from '../../i18n/en-forms.ts';
import { useApp } from '../../state/app-context.tsx';
import { said } from '../../i18n/en-said.ts';
import { AuthoritySection } from './AuthoritySection.tsx';
import { IntrospectionSection } from './IntrospectionSection.tsx';
import { NameSection } from './NameSection.tsx';
import { PlaceSection } from './PlaceSection.tsx';
import { ProxySection } from './ProxySection.tsx';
import { RotationAgeSection } from './RotationAgeSection.tsx';

const SUBJECT = 'environment';
const words = forms.environment;

export function EnvironmentSheet(props: {
  readonly environment: EnvironmentView;
  readonly onClose: () => void;
}): ReactNode {
  const { environment, onClose } = props;
  const { call, window: store } = useApp();
  const removable = !environment.builtIn && environment.credentials === 0;
  const remove = async (): Promise<void> => {
    const manner = { subject: SUBJECT, said: said.environmentRemoved(environment.name) };
    const removed = await call('environmentRemove', { environmentId: environment.id }, manner);
    if (removed === null) return;
    store.patch({ filter: { kind: 'all' } });
    onClose();
  };
  return (
    <Sheet title={environment.name} onClose={onClose} about={environment}>
      <PlaceSection environment={environment} subject={SUBJECT} />
      <NameSection environment={environment} subject={SUBJECT} />
      <RotationAgeSection environment={environment} subject={SUBJECT} />
      <ProxySection environment={environment} subject={SUBJECT} />
      <AuthoritySection environment={environment} subject={SUBJECT} />
      <IntrospectionSection environment={environment} subject={SUBJECT} />
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
          <Button className="button-stop" onClick={() => void remove()}>
            {words.remove}
          </Button>
        )}
      </div>
    </Sheet>
  );
}
