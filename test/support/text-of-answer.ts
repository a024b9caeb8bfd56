// What a program would be told, as text: tests compare it. The answer is wiped, as it is at the door.
import type { TokenAnswer } from '../../electron/main/hand-out/token-answer.ts';

export function textOf({ text }: TokenAnswer): string {
  const told = text.use((bytes) => bytes.toString());
  text.wipe();
  return told;
}
