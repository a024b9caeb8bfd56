// The parts of the stand-in host that compute without a browser.
import { describe, expect, it } from 'vitest';
import { matchesAccelerator } from './accelerator.ts';
import { findBrowser, installHint, noBrowserSentence } from './browser-search.ts';
import { makeCodec } from './codec.ts';
import { dialogPage } from './dialog-page.ts';
import { runsHeadless } from './visibility.ts';

describe('the structured clone', () => {
  const { encode, decode } = makeCodec();
  const roundTrip = (value: unknown): unknown => decode(encode(value));

  it('writes plain ASCII, whatever it carries', () => {
    expect(encode({ clé: ['·', '\u2028', '😀'] })).toMatch(/^[\u0020-\u007e]*$/);
  });

  it('makes a Buffer plain bytes, as Electron does', () => {
    expect(roundTrip(Buffer.from('ab'))).toEqual(new Uint8Array([97, 98]));
  });

  it('does not let a field named __proto__ change the object', () => {
    const got = roundTrip(JSON.parse('{"__proto__":{"polluted":1}}')) as object;
    expect(Object.getPrototypeOf(got)).toBe(Object.prototype);
    expect(Object.keys(got)).toEqual(['__proto__']);
  });
});

describe('an accelerator', () => {
  const plain = { control: false, alt: false, shift: false, meta: false };

  it.each([
    ['CmdOrCtrl+L', { ...plain, key: 'l', control: true }, 'linux', true],
    ['CmdOrCtrl+L', { ...plain, key: 'L', control: true, shift: true }, 'linux', false],
    ['CmdOrCtrl+L', { ...plain, key: 'l', control: true }, 'darwin', false],
    ['CmdOrCtrl+L', { ...plain, key: 'l', meta: true }, 'darwin', true],
    ['CmdOrCtrl+Shift+N', { ...plain, key: 'N', control: true, shift: true }, 'linux', true],
    ['Hyper+L', { ...plain, key: 'l', control: true }, 'linux', false],
  ] as const)('%s and a pressed key (%o, %s) match: %s', (accelerator, key, platform, matches) => {
    expect(matchesAccelerator(accelerator, key, platform)).toBe(matches);
  });
});

describe('the search for a browser', () => {
  it('takes the chosen one before all others', () => {
    expect(findBrowser(false, { STANDIN_BROWSER: '/my/browser', PATH: '/usr/bin' })).toEqual({
      kind: 'file',
      executable: '/my/browser',
    });
  });

  it('never takes a headless browser where a person is to see windows', () => {
    const found = findBrowser(true, { PATH: '', STANDIN_IGNORE_SYSTEM_BROWSERS: '1' });
    expect(found).toBeNull();
    const chosen = { STANDIN_BROWSER: '/opt/headless/chrome-headless-shell' };
    expect(findBrowser(true, chosen)).toBeNull();
    expect(findBrowser(false, chosen)).not.toBeNull();
    expect(findBrowser(true, { STANDIN_BROWSER: '/opt/headless/chrome' })).not.toBeNull();
  });

  it.each([
    ['ID=ubuntu\nID_LIKE=debian\n', 'Google Chrome'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'Google Chrome'],
    ['ID=debian\n', 'sudo apt-get install chromium'],
    ['ID=fedora\n', 'sudo dnf install chromium'],
    ['ID=arch\n', 'sudo pacman -S chromium'],
    ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"\n', 'sudo zypper install chromium'],
    ['', 'install Chromium, Chrome or Edge'],
  ])('names what there is to install on %j', (release, browser) => {
    const sentence = noBrowserSentence(false, installHint(release));
    expect(sentence).toContain(browser);
    expect(sentence).not.toMatch(/tour|invisible/);
  });

  it('says how to go on where only windows are missing', () => {
    const sentence = noBrowserSentence(true, installHint(''));
    expect(sentence).toContain('shows no windows');
    expect(sentence).toMatch(/npm start -- --tour .* npm start -- --invisible/);
  });
});

describe('visibility', () => {
  it('follows the setting before the display', () => {
    expect(runsHeadless({ STANDIN_HEADLESS: '0' })).toBe(false);
    expect(runsHeadless({ STANDIN_HEADLESS: '1', DISPLAY: ':0' })).toBe(true);
    expect(runsHeadless({ DISPLAY: ':0' })).toBe(false);
  });
});

describe('a question to the person', () => {
  it('shows hostile text as text', () => {
    const hostile = `<img src=x onerror="alert('1')">`;
    const page = dialogPage({
      message: hostile,
      detail: hostile,
      buttons: [hostile],
      path: hostile,
    });
    expect(page).not.toContain('<img');
    expect(page.match(/&#60;img/g)).toHaveLength(4);
  });
});
