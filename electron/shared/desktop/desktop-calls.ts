// The part of the contract about the desktop around the window: files that main has written, where the vault
// lies, what the app is made of. No call takes or answers a path: main shows them by itself.
import * as v from 'valibot';
import { done, doneOrCancelled, list, nothing, text } from '../view-parts.ts';

/** Third-party software, and under which terms. */
const noticeView = v.strictObject({
  name: text(120),
  version: text(60),
  /** As SPDX writes it; empty where the package names none. */
  licence: text(120),
  text: text(60_000),
});

/** The build has some thirty. */
export const MOST_NOTICES = 200;

const aboutView = v.strictObject({
  version: text(60),
  /** What runs the app: Electron, Chromium, Node. */
  runtime: list(v.strictObject({ name: text(40), version: text(60) }), 8),
  notices: list(noticeView, MOST_NOTICES),
  /** Whether a publisher said where to ask for a newer version. */
  asksForNewer: v.boolean(),
});
export type AboutView = v.InferOutput<typeof aboutView>;

/** The rows of the contract about files that main wrote and about the app. */
export const desktopCalls = {
  aboutCurrent: { input: nothing, output: aboutView, effect: 'none' },
  /** Asks the publisher's address for a newer version. Main says which it is, and opens its page where the person says so. */
  newerVersionAsk: {
    input: nothing,
    output: v.picklist(['newest', 'done', 'cancelled']),
    effect: 'none',
  },
  /** Main says in a dialog where the vault lies, and shows it in its folder where the person says so. */
  vaultPlaceShow: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** Shows the file that main wrote last in its folder. `cancelled`: none since the vault was opened. */
  savedShow: { input: nothing, output: doneOrCancelled, effect: 'none' },
  /** As from the menu: main asks first where tokens would live on. */
  appQuit: { input: nothing, output: done, effect: 'none' },
} as const;
