// What a picture of a screen shows, told by its colours: enough to know the first screen, whose one large button
// has the accent, from an empty or a waiting window.
import { inflateSync } from 'node:zlib';

/** `--accent` of the light and the dark theme, as red, green, blue. */
const accents: readonly (readonly [number, number, number])[] = [
  [0x0a, 0x5a, 0x90],
  [0x6d, 0xb9, 0xee],
];
/** The button covers several thousand pixels; the mark over it covers at most 1,600. */
const BUTTON_PIXELS = 3_000;

export interface Pixels {
  readonly bytes: Uint8Array;
  readonly bytesPerPixel: number;
  readonly order: 'rgb' | 'bgr';
}

/** Whether the large button of a first screen (first run, locked) is in the picture. */
export function showsFirstScreen({ bytes, bytesPerPixel, order }: Pixels): boolean {
  return accents.some((accent) => {
    const [first, second, third] = order === 'rgb' ? accent : accent.toReversed();
    let count = 0;
    for (let at = 0; at < bytes.length; at += bytesPerPixel) {
      if (bytes[at] === first && bytes[at + 1] === second && bytes[at + 2] === third) count += 1;
    }
    return count >= BUTTON_PIXELS;
  });
}

/** Of a PNG with eight bits a channel, not interlaced, as browsers write it (RFC 2083). */
export function pngPixels(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const bytesPerPixel = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'IDAT') continue;
    parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const lines = inflateSync(Buffer.concat(parts));
  const stride = width * bytesPerPixel;
  const height = lines.length / (stride + 1);
  const bytes = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = lines[row * (stride + 1)];
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < bytesPerPixel ? 0 : (bytes[at - bytesPerPixel] ?? 0);
      const up = row === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner =
        row === 0 || column < bytesPerPixel ? 0 : (bytes[at - stride - bytesPerPixel] ?? 0);
      bytes[at] =
        (lines[row * (stride + 1) + 1 + column] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return { bytes, bytesPerPixel, order: 'rgb' };
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
