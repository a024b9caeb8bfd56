// How numbers of things are written, in the window, the questions and the tray: 1 token, 10,000 tokens.
import { madeOnce } from './made-once.ts';

const grouped = madeOnce(() => new Intl.NumberFormat('en-GB'));

/** "7", "10,000". */
export const whole = (value: number): string =>
  value < 1_000 ? String(value) : grouped().format(value);

/** "1 token", "3 tokens", "10,000 tokens". */
export const counted = (value: number, one: string, several = `${one}s`): string =>
  `${whole(value)} ${value === 1 ? one : several}`;
