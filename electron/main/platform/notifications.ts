// Electron's notifications (main process): shown where the system supports them, opened by a click.
import { Notification } from 'electron';
import type { Notice } from '../domain/alert.ts';

/** @param clicked the person wants to see what it is about. */
export function createNotifications(clicked: () => void): (notice: Notice) => void {
  // Held until it is gone: one that is collected as garbage no longer hears a click.
  const shown = new Set<Notification>();
  return ({ title, body }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    shown.add(notification);
    notification.on('click', () => {
      shown.delete(notification);
      clicked();
    });
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };
}
