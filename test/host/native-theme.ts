// nativeTheme: a chosen theme is shown to pages as prefers-color-scheme. While the source is 'system'
// nothing is emulated, so that a test driver's own emulation stands.
import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';
import type { CdpSession } from './cdp.ts';
import { hostNews } from './host-state.ts';

type ThemePart = Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

class StandInTheme extends EventEmitter implements ThemePart {
  #source: ThemePart['themeSource'] = 'system';

  get themeSource(): ThemePart['themeSource'] {
    return this.#source;
  }

  set themeSource(source: ThemePart['themeSource']) {
    if (!['system', 'light', 'dark'].includes(source)) {
      throw new TypeError(`Error processing argument at index 0, conversion failure`);
    }
    const changed = source !== this.#source;
    this.#source = source;
    everChosen ||= source !== 'system';
    if (!changed) return;
    hostNews.emit('theme-changed');
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

let everChosen = false;
export const nativeTheme = new StandInTheme();

/** Shows the chosen theme to one page; back to the browser's own with 'system'. */
export async function emulateTheme(page: CdpSession): Promise<void> {
  if (!everChosen) return;
  const source = nativeTheme.themeSource;
  const value = source === 'system' ? '' : source;
  await page.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value }],
  });
}
