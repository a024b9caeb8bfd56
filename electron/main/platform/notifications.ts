// Electron's notifications (main process): shown where the system supports them, opened by a click.
import { Notification } from 'electron';
import type { Notice } from '../domain/alert.ts';

export function createNotifications(told: {
  /** The person wants to see what it is about. */
  readonly clicked: () => void;
  /** The system refused to show one: on macOS those of an app that is not signed. */
  readonly failed: () => void;
}): (notice: Notice) => void {
  // Held until it is gone: one that is collected as garbage no longer hears a click.
  const shown = new Set<Notification>();
  return ({ title, body }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      told.clicked();
    });
    notification.on('close', () => shown.delete(notification));
    notification.on('failed', () => {
      shown.delete(notification);
      told.failed();
    });
    notification.show();
  };
}
