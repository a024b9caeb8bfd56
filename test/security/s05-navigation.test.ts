// S05: a page stays where main put it. What Chromium does is shown by security-page.journey.ts.
import { describe, expect, it } from 'vitest';
import { lockedDown } from '../support/fake-contents.ts';

describe('navigation', () => {
  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    '%s is prevented, wherever it leads',
    (event) => {
      const addresses = [
        'https://example.com',
        'strongroom://app/index.html',
        'file:///',
        'about:blank',
      ];
      expect(addresses.map((url) => lockedDown().emit('contents', event, url))).toEqual(
        addresses.map(() => true),
      );
    },
  );

  it('that would be a download is prevented', () => {
    expect(lockedDown().emit('session', 'will-download')).toBe(true);
  });
});
