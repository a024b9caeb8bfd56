// S01: no text becomes markup or script. The policy word for word, and the source without a way round
// it; what it does to a page is shown by test/journeys/security-page.journey.ts.
import { describe, expect, it } from 'vitest';
import { CONTENT_SECURITY_POLICY } from '../../electron/main/windows/page-files.ts';
import { sourceFiles } from '../support/source-files.ts';

describe('the content policy', () => {
  it('allows our own files and nothing else', () => {
    expect(CONTENT_SECURITY_POLICY.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });
});

describe('the window', () => {
  it('never makes markup or code of text', () => {
    const ways =
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(|srcdoc|javascript:/;
    const found = sourceFiles('renderer').filter(({ text }) => ways.test(text));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
