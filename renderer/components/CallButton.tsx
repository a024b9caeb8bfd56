// A button that makes one call to main, and is busy while that is under way, whoever made it.
import { useState, type ComponentProps, type ReactNode } from 'react';
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
  saves = false,
  ...looks
}: Looks &
  Input<N> &
  Pick<Manner<N>, 'subject' | 'said'> & {
    readonly call: N;
    /** It saves a file, and afterwards offers to show that in its folder. */
    readonly saves?: boolean;
    /** Not where it failed or was cancelled. */
    readonly onDone?: (done: Done<N>) => void;
  }): ReactNode {
  const { call } = useApp();
  const pending = usePending(name, subject);
  const [saved, setSaved] = useState(false);
  const make = async (): Promise<void> => {
    setSaved(false);
    const done = await call(name, input, { subject, said });
    if (done === null) return;
    setSaved(saves);
    onDone?.(done);
  };
  return (
    <>
      <Button
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is left is the button's.
        {...(looks as Looks)}
        busy={pending || busy}
        onClick={(event) => {
          onClick?.(event);
          void make();
        }}
      />
      <ShowSaved saved={saved} />
    </>
  );
}

/** Main knows which file was saved; its path never comes here. */
export function ShowSaved({ saved }: { readonly saved: boolean }): ReactNode {
  return saved && <CallButton call="savedShow">{en.verbs.showSaved}</CallButton>;
}
