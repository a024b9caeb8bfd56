// The last minute before the vault locks by itself: a question over everything, an open sheet too. One
// key is enough to stay (WCAG 2.2.1); Tab and modifiers are left alone, so that both buttons and
// Ctrl+L stay within reach.
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { useTimeText } from '../../components/use-time.ts';
import { protectionWords } from './en-protection.ts';
import { clockTime, shortCountdown } from '../../i18n/time.ts';
import { useApp, useWindow } from '../../state/app-context.tsx';

const words = protectionWords.warning;
const keysThatMove = ['Tab', 'Shift', 'Control', 'Alt', 'Meta'];

export function LockWarning(props: { readonly locksAtMs: number }): ReactNode {
  const { call, quietly, ticker } = useApp();
  const keepOpen = (): void => void quietly('vaultKeepOpen');
  const paused = useWindow((state) => state.paused);
  const dialog = useRef<HTMLDialogElement>(null);
  const lock = useRef<HTMLButtonElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const id = useId();
  const time = useTimeText((nowMs) => shortCountdown(props.locksAtMs, nowMs));
  useEffect(() => {
    const element = dialog.current;
    const origin = document.activeElement;
    element?.showModal();
    stay.current?.focus();
    return () => {
      element?.close();
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="sheet lock-warning"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-how`}
      onCancel={(event) => {
        event.preventDefault();
        keepOpen();
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.target === lock.current) return;
        if (!keysThatMove.includes(event.key)) keepOpen();
      }}
    >
      <h2 id={`${id}-title`}>{words.title}</h2>
      <p className="headline figure" role="timer">
        {paused ? words.at(clockTime(props.locksAtMs, ticker.nowMs())) : time.text}
      </p>
      <p id={`${id}-how`}>{words.how}</p>
      <div className="actions actions-last">
        <Button ref={lock} onClick={() => void call('vaultLock')}>
          {words.lockNow}
        </Button>
        <Button ref={stay} look="primary" onClick={keepOpen}>
          {words.stay}
        </Button>
      </div>
    </dialog>
  );
}
