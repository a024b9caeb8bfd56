// The window's calls about the desktop around it. No path is among what they take or answer.
import type { AboutView } from '../../../electron/shared/desktop/desktop-calls.ts';
import type { Bridge } from '../../../electron/shared/ipc-contract.ts';
import type { Runner } from '../../bridge/runner.ts';
import { WINDOW_SUBJECT } from '../../state/feedback.ts';

export const createDesktopCommands = (bridge: Bridge, { run }: Runner) => ({
  /** Null where main did not answer. */
  about: (): Promise<AboutView | null> => run('aboutCurrent', WINDOW_SUBJECT, bridge.aboutCurrent),
  showVaultPlace: () => run('vaultPlaceShow', WINDOW_SUBJECT, bridge.vaultPlaceShow),
  /** The file that was saved last. */
  showSaved: () => run('savedShow', WINDOW_SUBJECT, bridge.savedShow),
  quit: () => run('appQuit', WINDOW_SUBJECT, bridge.appQuit),
});
