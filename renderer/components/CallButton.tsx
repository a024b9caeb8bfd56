// A button that makes one call to main, and is busy while that is under way, whoever made it.
import type { ComponentProps, ReactNode } from 'react';
import type { CallInput, PageCall } from '../../electron/shared/ipc-contract.ts';
import { subjectOf, type Done, type Manner } from '../bridge/call.ts';
import { useApp, usePending } from '../state/app-context.tsx';
import { Button } from './Button.tsx';
import { en } from '../i18n/en.ts';

type Looks = ComponentProps<typeof Button>;
type Input<N extends PageCall> =
  undefined extends CallInput<N>
    ? { readonly input?: CallInput<N> }
    : { readonly input: CallInput<N> };

export function CallButton<N extends PageCall>({
  call: name,
  input,
  subject = subjectOf(input),
  said = null,
  onDone,
  onClick,
  busy = false,
  ...looks
}: Looks &
  Input<N> &
  Pick<Manner<N>, 'subject' | 'said'> & {
    readonly call: N;
    /** Not where it failed or was cancelled. */
    readonly onDone?: (done: Done<N>) => void;
  }): ReactNode {
  const { call } = useApp();
  const pending = usePending(name, subject);
  const make = async (): Promise<void> => {
    const done = await call(name, input, { subject, said });
    if (done !== null) onDone?.(done);
  };
  return (
    <Button
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is left is the button's.
      {...(looks as Looks)}
      busy={pending || busy}
      onClick={(event) => {
        onClick?.(event);
        void make();
      }}
    />
  );
}

/** After a save: a button that shows the file in its folder. Main knows which file; its path never comes here. */
export function ShowSaved({ saved }: { readonly saved: boolean }): ReactNode {
  return saved && <CallButton call="savedShow">{en.verbs.showSaved}</CallButton>;
}
