// S06: no page opens a window, and none holds a frame. In Chromium: security-page.journey.ts.
import { describe, expect, it } from 'vitest';
import { lockedDown } from '../support/fake-contents.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('a new window', () => {
  it.each([
    { url: 'https://example.com', frameName: '', features: '' },
    { url: 'strongroom://app/index.html', frameName: 'named', features: 'nodeIntegration=yes' },
    { url: 'about:blank', frameName: '_blank', features: 'popup' },
  ])('is denied: %o', (details) => {
    expect(lockedDown().handlers.get('setWindowOpenHandler')(details)).toEqual({
      action: 'deny',
    });
  });

  it('is made by main in three places, one of them without a page, and no page embeds another', () => {
    const making = sourceFiles('electron').filter(({ text }) => /new BrowserWindow\(/.test(text));
    expect(making.map(({ name }) => name).toSorted()).toEqual([
      'electron/main/windows/app-window.ts',
      'electron/main/windows/end-listener.ts',
      'electron/main/windows/entry-window.ts',
    ]);
    const embedding = sourceFiles('renderer').filter(({ text }) =>
      /<(iframe|webview|object)\b/.test(text),
    );
    expect(embedding).toEqual([]);
  });
});
