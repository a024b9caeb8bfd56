// Has one test believe that it runs on another system.
import { onTestFinished } from 'vitest';

export function onPlatform(platform: NodeJS.Platform): void {
  const real = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...real, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', real));
}
