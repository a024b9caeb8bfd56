// What the window knows of tokens that programs were given: to whom and since when. No run, which is worth as much
// as the token.
import * as v from 'valibot';
import { count, id, list, timeMs } from '../view-parts.ts';

/** Why programs can ask for tokens, or cannot. */
const doorStates = [
  'closed',
  'open',
  'not_a_folder',
  'of_another_user',
  'open_to_others',
  'planted_socket',
  'served_elsewhere',
  'failed',
] as const;
export type DoorState = (typeof doorStates)[number];

/** As many as can be connected at the same time. */
export const MOST_HAND_OUTS = 64;

/** Which programs were given tokens; while the vault is locked, how many. */
export const handOutView = v.strictObject({
  /** Whether programs can ask; else why they cannot. */
  door: v.picklist(doorStates),
  /** Programs that hold a token; also while locked, without names. */
  held: count,
  /** Revoked at the next unlock: their programs ended while the vault was closed. */
  waiting: count,
  /** Nothing while locked. */
  programs: list(
    v.strictObject({ tokenId: id, program: v.string(), sinceMs: timeMs }),
    MOST_HAND_OUTS,
  ),
});
export type HandOutView = v.InferOutput<typeof handOutView>;
