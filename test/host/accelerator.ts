// The accelerators of the app's menu ('CmdOrCtrl+Shift+L') against pressed keys. Pure.
import type { PressedKey } from './preload-world.ts';

export function matchesAccelerator(
  accelerator: string,
  pressed: PressedKey,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.pop();
  const isMac = platform === 'darwin';
  return (
    parts.every((part) => part === 'cmdorctrl' || part === 'shift') &&
    pressed.control === (!isMac && parts.includes('cmdorctrl')) &&
    pressed.meta === (isMac && parts.includes('cmdorctrl')) &&
    pressed.shift === parts.includes('shift') &&
    !pressed.alt &&
    key === pressed.key.toLowerCase()
  );
}
