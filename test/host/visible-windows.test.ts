// Whether journeys can run in windows that are seen, and what a picture of one shows.
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngPixels, showsFirstScreen } from '../support/screen-colours.ts';
import { planVisible, type VisibleParts } from '../support/visible-windows.ts';

const bare: VisibleParts = {
  host: 'stand-in',
  platform: 'linux',
  env: {},
  displayServer: '/usr/bin/Xvfb',
  browser: true,
};

describe('the plan for windows that can be seen', () => {
  it('takes a display of its own before the one that is there', () => {
    expect(planVisible({ ...bare, env: { DISPLAY: ':0' } })).toEqual({ kind: 'own_display' });
  });

  it.each([
    ['X11', { env: { DISPLAY: ':0' } }],
    ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }],
    ['a Mac', { platform: 'darwin' }],
  ] as const)('takes the display of %s where there is no other', (_name, parts) => {
    expect(planVisible({ ...bare, displayServer: null, ...parts }).kind).toBe('present_display');
  });

  it.each([
    ['a display', { displayServer: null }, 'apt-get install xvfb'],
    ['a browser that shows windows', { browser: false }, 'apt-get install chromium'],
  ] as const)('says what to install where %s is missing', (_name, parts, said) => {
    const plan = planVisible({ ...bare, ...parts });
    expect(plan.kind === 'none' && plan.why).toContain(said);
  });

  it('needs no browser for real Electron', () => {
    expect(planVisible({ ...bare, host: 'electron', browser: false }).kind).toBe('own_display');
  });
});

/** A picture of one colour, each line written with another filter. */
function png(width: number, height: number, colour: readonly number[]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = Array.from({ length: height }, (_, row) => {
    const filter = row % 5;
    const line = Buffer.alloc(1 + width * 3);
    line[0] = filter;
    for (let at = 0; at < width * 3; at += 1) {
      const value = colour[at % 3] ?? 0;
      const left = at < 3 ? 0 : value;
      const up = row === 0 ? 0 : value;
      // In a picture of one colour Paeth's guess is the value itself, but for the first column and line.
      const guesses = [0, left, up, (left + up) >> 1, at < 3 ? up : left];
      line[1 + at] = value - (guesses[filter] ?? 0);
    }
    return line;
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the picture of a screen', () => {
  it('is read whatever filter its lines have', () => {
    const { bytes } = pngPixels(png(7, 11, [10, 90, 144]));
    expect([...bytes]).toEqual(Array.from({ length: 77 }, () => [10, 90, 144]).flat());
  });

  it('shows a first screen where the colour of its button covers enough', () => {
    expect(showsFirstScreen(pngPixels(png(100, 40, [0x0a, 0x5a, 0x90])))).toBe(true);
    expect(showsFirstScreen(pngPixels(png(40, 40, [0x0a, 0x5a, 0x90])))).toBe(false);
    expect(showsFirstScreen(pngPixels(png(100, 40, [0xf6, 0xf7, 0xf9])))).toBe(false);
    expect(showsFirstScreen(pngPixels(png(100, 40, [0x90, 0x5a, 0x0a])))).toBe(false);
  });
});
