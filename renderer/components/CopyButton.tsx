// Copies public text: a client id, the facts of a failure. Never a secret or a token, which the window
// does not have. Where the clipboard is not available the text is shown selected, to copy by hand.
import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { copyText } from '../actions/copy-text.ts';
import { said } from '../i18n/en-said.ts';
import { useApp } from '../state/app-context.tsx';
import { Button } from './Button.tsx';

export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly iconOnly?: boolean;
  /** The action of the palette that does the same, and its words and keys. */
  readonly action?: string;
  readonly hint?: string;
}): ReactNode {
  const { feedback } = useApp();
  const [byHand, setByHand] = useState(false);
  const copy = (): void => {
    const isCopied = copyText(props.text);
    setByHand(!isCopied);
    feedback.say(isCopied ? said.copied : said.copyByHand);
  };
  return (
    <>
      <Button
        look={props.iconOnly === true ? 'icon' : 'quiet'}
        aria-label={props.iconOnly === true ? props.label : undefined}
        title={props.iconOnly === true ? (props.hint ?? props.label) : undefined}
        data-action={props.action}
        onClick={copy}
      >
        <Copy size={14} aria-hidden="true" />
        {props.iconOnly !== true && props.label}
      </Button>
      {byHand && (
        <textarea
          className="input copy-by-hand mono"
          readOnly
          aria-label={props.label}
          rows={Math.min(6, props.text.split('\n').length)}
          value={props.text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the text, to copy it
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}
