// Electron's accelerator texts ('CmdOrCtrl+Shift+L') against pressed keys. Pure.
import type { PressedKey } from './preload-world.ts';

const namedKeys: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'escape',
  return: 'enter',
  del: 'delete',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
};

export function matchesAccelerator(
  accelerator: string,
  pressed: PressedKey,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const parts = accelerator.toLowerCase().split('+');
  const key = parts.pop() ?? '';
  const wanted = { control: false, alt: false, shift: false, meta: false };
  for (const part of parts) {
    const modifier = modifierOf(part, platform);
    if (modifier === null) return false;
    wanted[modifier] = true;
  }
  const modifiersMatch =
    wanted.control === pressed.control &&
    wanted.alt === pressed.alt &&
    wanted.meta === pressed.meta &&
    wanted.shift === pressed.shift;
  return modifiersMatch && (namedKeys[key] ?? key) === pressed.key.toLowerCase();
}

function modifierOf(
  name: string,
  platform: NodeJS.Platform,
): 'control' | 'alt' | 'shift' | 'meta' | null {
  switch (name) {
    case 'cmdorctrl':
    case 'commandorcontrol':
      return platform === 'darwin' ? 'meta' : 'control';
    case 'ctrl':
    case 'control':
      return 'control';
    case 'alt':
    case 'option':
      return 'alt';
    case 'shift':
      return 'shift';
    case 'cmd':
    case 'command':
    case 'super':
    case 'meta':
      return 'meta';
    default:
      return null;
  }
}
