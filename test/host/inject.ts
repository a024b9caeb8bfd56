// The source texts that Chromium evaluates in every new document of a window, before page scripts.
import { makeBridge } from './bridge.ts';
import { makeCodec } from './codec.ts';
import { BINDING, DELIVER, DROPPED, enterPageWorld, enterPreloadWorld } from './preload-world.ts';
import { BLANK_PATH } from './targets.ts';

export function pageScript(secret: string): string {
  return `(${String(enterPageWorld)})(${JSON.stringify(secret)},${String(makeBridge)})`;
}

/** `preload` is the CommonJS source of the preload bundle. */
export function preloadScript(secret: string, preload: string): string {
  const given = [
    JSON.stringify(secret),
    String(makeBridge),
    String(makeCodec),
    JSON.stringify({ binding: BINDING, deliver: DELIVER, dropped: DROPPED, start: BLANK_PATH }),
    `function(require,module,exports,process,global){${preload}\n}`,
  ];
  return `(${String(enterPreloadWorld)})(${given.join(',')})`;
}
