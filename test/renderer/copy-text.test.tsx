// Copying public text where the clipboard's permission is denied, as it is in the app.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from '../../renderer/actions/copy-text.ts';

const deny = { writeText: () => Promise.reject(new Error('denied')) };

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

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
  it('copies a selection and puts the focus back', async () => {
    vi.stubGlobal('navigator', { clipboard: deny });
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    const { seen } = selectedWhenCopied(true);
    expect(await copyText('client-7f3a')).toBe(true);
    expect([seen, document.activeElement]).toEqual([['client-7f3a'], button]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('says so when even that fails', async () => {
    vi.stubGlobal('navigator', { clipboard: deny });
    selectedWhenCopied(false);
    expect(await copyText('client-7f3a')).toBe(false);
  });
});
