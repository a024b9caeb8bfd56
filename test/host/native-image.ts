// nativeImage: holds bytes and a size of nothing; enough for a tray icon and a screenshot.

export interface StandInImage {
  toPNG(): Buffer;
  toDataURL(): string;
  isEmpty(): boolean;
  getSize(): { width: number; height: number };
  resize(): StandInImage;
  setTemplateImage(): void;
  addRepresentation(): void;
}

export function imageFromPng(png: Buffer): StandInImage {
  const image: StandInImage = {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    // Width and height stand at a fixed place in every PNG (IHDR).
    getSize: () =>
      png.length < 24
        ? { width: 0, height: 0 }
        : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) },
    resize: () => image,
    setTemplateImage: () => undefined,
    addRepresentation: () => undefined,
  };
  return image;
}

const fromText = (text: string): StandInImage => imageFromPng(Buffer.from(text));

export const nativeImage = {
  createEmpty: (): StandInImage => imageFromPng(Buffer.alloc(0)),
  createFromPath: fromText,
  createFromDataURL: (url: string): StandInImage =>
    imageFromPng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromBuffer: imageFromPng,
};
