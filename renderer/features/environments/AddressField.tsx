// An address with a live check by main: the exact address that will be used, its punycode to compare by
// eye, or the reason why it cannot be used (docs/oauth-cases.md case 9).
import { useEffect, useState, type ReactNode } from 'react';
import type { AddressCheckView } from '../../../electron/shared/environments/environment-view.ts';
import { TextField } from '../../components/Field.tsx';
import { addressReasons, forms } from '../../i18n/en-forms.ts';
import { useApp } from '../../state/app-context.tsx';
import { checkAddress } from '../../actions/shared-calls.ts';

const CHECK_AFTER_MS = 150;
const words = forms.environment;

export function AddressField(props: {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly submitted: boolean;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { value } = props;
  const { quietly } = useApp();
  const [check, setCheck] = useState<{ of: string; result: AddressCheckView } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      void checkAddress(quietly, value).then(
        (result) => result !== null && setCheck({ of: value, result }),
      );
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, quietly]);
  const result = check?.of === value ? check.result : null;
  const quiet = value === '' && !props.submitted;
  const reason = result?.reason ?? null;
  return (
    <TextField
      label={props.label}
      className="mono"
      inputMode="url"
      value={value}
      required
      maxLength={4096}
      error={reason === null || quiet ? null : addressReasons[reason]}
      hint={
        <span aria-live="polite">
          {result === null || result.normalised === null || result.normalised === value ? (
            props.hint
          ) : (
            <>
              {words.willUse} <span className="mono wrap">{result.normalised}</span>
              {result.punycode !== null && (
                <strong className="warn">
                  {' '}
                  {words.punycode} <span className="mono wrap">{result.punycode}</span>
                </strong>
              )}
            </>
          )}
        </span>
      }
      onChange={(event) => props.onChange(event.currentTarget.value)}
      // A host alone is meant as one under https; what has a scheme is left as it is.
      onBlur={() =>
        /^[^/@\s:]+\.[^/@\s]+(?:\/|$)/u.test(value) && props.onChange(`https://${value}`)
      }
    />
  );
}
