// Notifications as Electron is asked for them: the words of the notice alone, heard until they are gone.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '../../../electron/main/domain/alert.ts';
import { createFakeElectron, type FakeElectron } from '../../support/fake-electron.ts';

let fake: FakeElectron;
let notify: (notice: Notice) => void;
let clicked: number;
let failed: number;

beforeEach(async () => {
  fake = createFakeElectron();
  clicked = 0;
  failed = 0;
  const { createNotifications } = await fake.load(
    () => import('../../../electron/main/platform/notifications.ts'),
  );
  notify = createNotifications({ clicked: () => (clicked += 1), failed: () => (failed += 1) });
});

const notice = { title: 'A token expires', body: 'Desk A, 04:07', secret: 's' } as Notice;

describe('a notification', () => {
  it('is shown with title and body, and nothing else of what it is about', () => {
    notify(notice);
    expect(fake.argsOf('notification', 'new')).toEqual([
      [{ title: 'A token expires', body: 'Desk A, 04:07' }],
    ]);
    expect(fake.argsOf('notification', 'show')).toEqual([[]]);
  });

  it('opens the window by a click', () => {
    notify(notice);
    fake.notifications[0]?.emit('click');
    expect(clicked).toBe(1);
  });

  it('that the system refuses is heard', () => {
    notify(notice);
    fake.notifications[0]?.emit('failed', {}, 'not signed');
    expect([clicked, failed]).toEqual([0, 1]);
  });

  it('is not made where the system shows none', () => {
    fake.answers.notifications = false;
    notify(notice);
    expect(fake.calls).toEqual([]);
  });
});
