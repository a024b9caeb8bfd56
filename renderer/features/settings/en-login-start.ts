// The words about starting at login.
import type { LoginStartState } from '../../../electron/shared/settings/login-start-view.ts';

const off =
  'It starts locked and without a window. It goes on in the tray when its window is closed. Where the desktop shows no tray, the window opens minimised.';

export const loginStartWords = {
  title: 'Start at login',
  also: 'autostart startup boot login item tray background',
  label: 'Start at login, locked, in the tray',
  notes: {
    off,
    on: off,
    held_back:
      'It is set, and the system does not do it yet. Allow Strongroom in the system’s settings for programs that start at login.',
    other_copy:
      'Another copy of Strongroom is set to start. Switch this on to start this one instead.',
    not_installed:
      'Only an installed Strongroom can start at login. This one runs from its source.',
    passing_place:
      'This copy runs from a place that is gone at the next login. Install Strongroom, and switch it on there.',
  } satisfies Readonly<Record<LoginStartState, string>>,
  set: (on: boolean) =>
    on ? 'Strongroom starts at login.' : 'Strongroom no longer starts at login.',
} as const;
