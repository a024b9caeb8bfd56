// A number inside the contents that says which save they come from.
import type { VaultContents } from '../../../electron/main/vault/vault.ts';

export function stamped(contents: VaultContents, stamp: number): VaultContents {
  return {
    ...contents,
    tokens: contents.tokens.map((token, index) =>
      index === 0 ? { ...token, sentAtMs: stamp } : token,
    ),
  };
}

export function stampOf(contents: VaultContents): number {
  return contents.tokens[0]?.sentAtMs ?? -1;
}
