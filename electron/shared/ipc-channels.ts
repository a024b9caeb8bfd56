// The channels between the app window and main. Plain data without a library, so that the sandboxed preload can
// bundle it; the build writes the names of the page's calls into it. The calls are in ipc-contract.ts.

/** Events pushed to the app window. */
export const eventNames = ['viewChanged', 'commandInvoked', 'woken'] as const;
export type EventName = (typeof eventNames)[number];

/** The channel of a call or an event. */
export const channelOf = (name: string): string => `strongroom:${name}`;
