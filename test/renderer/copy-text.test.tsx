// Copying public text without a permission: the app grants none.
import { afterEach, describe, expect, it } from 'vitest';
import { copyText } from '../../renderer/actions/copy-text.ts';

afterEach(() => document.body.replaceChildren());

function selectedWhenCopied(result: boolean): { readonly seen: string[] } {
  const seen: string[] = [];
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => {
      const area = document.activeElement;
      if (area instanceof HTMLTextAreaElement) seen.push(area.value.slice(area.selectionStart));
      return result;
    },
  });
  return { seen };
}

describe('copying without permission', () => {
  it('copies a selection and puts the focus back', () => {
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    const { seen } = selectedWhenCopied(true);
    expect(copyText('client-7f3a')).toBe(true);
    expect([seen, document.activeElement]).toEqual([['client-7f3a'], button]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('says so when that fails', () => {
    selectedWhenCopied(false);
    expect(copyText('client-7f3a')).toBe(false);
  });
});
