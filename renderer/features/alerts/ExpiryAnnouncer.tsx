// A hidden polite region that speaks at a few thresholds only; the visible countdowns stay silent.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CredentialView } from '../../../electron/shared/credentials/credential-view.ts';
import { nextThresholdMs, thresholdWords } from './expiry-thresholds.ts';
import { useApp } from '../../state/app-context.tsx';

export function ExpiryAnnouncer(props: {
  readonly credentials: readonly CredentialView[];
}): ReactNode {
  const { credentials } = props;
  const { ticker } = useApp();
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const heardUpToMs = useRef<number | null>(null);
  useEffect(() => {
    let cancel: (() => void) | null = null;
    const listen = (): void => {
      const nowMs = ticker.nowMs();
      const text = thresholdWords(credentials, heardUpToMs.current ?? nowMs, nowMs);
      heardUpToMs.current = nowMs;
      // The same words again are new: what ended then was another token.
      if (text !== '') setSaid(({ turn }) => ({ text, turn: turn + 1 }));
      cancel?.();
      const next = nextThresholdMs(credentials, nowMs);
      cancel = next === null ? null : ticker.at(Math.ceil(next / 1000) * 1000, listen);
    };
    listen();
    return () => cancel?.();
  }, [credentials, ticker]);
  return (
    <output className="visually-hidden" aria-live="polite">
      <span key={said.turn}>{said.text}</span>
    </output>
  );
}
