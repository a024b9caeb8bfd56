// Draws the icons of the app and the tray's pictures from the SVG files beside it: `node resources/icons/draw.ts`. The
// tray has a template (black and clear) for macOS, which colours it itself, and a coloured picture for other systems,
// whose bars may be light or dark. Run by hand when a drawing changes; the pictures are kept.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { unpackNpmChromium } from '../../test/host/npm-chromium.ts';

const folder = import.meta.dirname;
const SIZE = 18;
const grounds = {
  unlocked: '#0a5a90',
  locked: '#4a4f57',
  expiring: '#8a5a00',
  attention: '#a83f00',
} as const;

/** The frame filled with the state's colour, everything on it white. */
function coloured(svg: string, ground: string): string {
  const filled = svg.replace('fill="none" stroke="#000"', `fill="${ground}" stroke="${ground}"`);
  return filled.replaceAll('"#000"', '"#fff"');
}

const { executable, env } = await unpackNpmChromium();
const browser = await chromium.launch({
  executablePath: executable,
  env: { ...process.env, ...env },
});
for (const [state, ground] of Object.entries(grounds)) {
  const svg = readFileSync(path.join(folder, `tray-${state}.svg`), 'utf8');
  const looks = { template: svg, colour: coloured(svg, ground) };
  for (const [look, drawing] of Object.entries(looks)) {
    for (const scale of [1, 2]) {
      const page = await browser.newPage({
        viewport: { width: SIZE, height: SIZE },
        deviceScaleFactor: scale,
      });
      await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
      const file = path.join(folder, `tray-${state}-${look}@${scale}x.png`);
      await page.screenshot({ path: file, omitBackground: true });
      await page.close();
    }
  }
}
// The app's own, in every size that a desktop, a dock or an installer asks for.
const app = readFileSync(path.join(folder, 'app.svg'), 'utf8');
for (const size of [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const sized = app.replace('width="512" height="512"', `width="${size}" height="${size}"`);
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${sized}`);
  const file = path.join(folder, `../app-icons/${size}x${size}.png`);
  await page.screenshot({ path: file, omitBackground: true });
  await page.close();
}
await browser.close();
