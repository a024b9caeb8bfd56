// The secret-entry page: bytes sent once, fields emptied, weak and differing passphrases refused here.
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntryQuestion } from '../../electron/shared/unlock/entry-contract.ts';
import { eventually } from '../support/eventually.ts';

const STRONG = 'umbrella copper tangent violin mosaic';

/** jsdom lays nothing out: tells once that something has a size. */
class FitObserver {
  readonly #told: () => void;
  constructor(told: () => void) {
    this.#told = told;
  }
  observe(): void {
    this.#told();
  }
}

/** Main refuses the first `refusals` questions, and answers nothing at all where there are infinitely many. */
async function openPage(
  question: Partial<EntryQuestion>,
  refusals = 0,
  /** What main asks after the first question was answered; undefined: it never does. */
  next: Promise<Partial<EntryQuestion> | undefined> = new Promise(() => undefined),
) {
  let asked = 0;
  const sent: string[] = [];
  const handed: Uint8Array[] = [];
  let cancelled = 0;
  const heights: number[] = [];
  vi.stubGlobal('ResizeObserver', FitObserver);
  vi.resetModules();
  document.body.innerHTML = '<main id="entry"></main>';
  const entry = {
    question: async () => {
      asked += 1;
      if (asked <= refusals) return undefined;
      const again = sent.length > 0 && question.purpose !== undefined ? await next : {};
      if (again === undefined) return undefined;
      return {
        purpose: 'client_secret',
        about: 'Desk-A',
        problem: null,
        waitMs: 0,
        shown: null,
        ...question,
        ...again,
      };
    },
    submit: (bytes: Uint8Array) => {
      sent.push(new TextDecoder().decode(bytes));
      handed.push(bytes);
    },
    cancel: () => {
      cancelled += 1;
    },
    fit: (height: number) => void heights.push(height),
  };
  Object.assign(window, { entry });
  await import('../../renderer/secret-entry/entry.ts');
  if (refusals === 0) await screen.findByRole('heading');
  return { sent, handed, heights, cancelled: () => cancelled };
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { exact: true });
const type = (label: string, value: string): void =>
  void fireEvent.input(field(label), { target: { value } });
const submit = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('the secret-entry page', () => {
  beforeEach(() => {
    document.body.innerHTML = '';
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('sends a client secret as it was typed, once, and keeps nothing', async () => {
    const page = await openPage({});
    type('Client secret', ' s3cret é ');
    expect(screen.getByText(/begins or ends with a space/)).toBeDefined();
    submit('Use this secret');
    submit('Use this secret');
    expect(page.sent).toEqual([' s3cret é ']);
    expect(field('Client secret').value).toBe('');
    expect(page.handed[0]?.every((byte) => byte === 0)).toBe(true);
  });

  it('sends nothing when there is nothing', async () => {
    const page = await openPage({});
    submit('Use this secret');
    expect(page.sent).toEqual([]);
    expect(screen.getByText('Type or paste it first.')).toBeDefined();
    expect(field('Client secret').getAttribute('aria-invalid')).toBe('true');
  });

  it('refuses a weak passphrase and one that differs', async () => {
    const page = await openPage({ purpose: 'new_passphrase' });
    type('Passphrase', 'password1');
    expect(screen.getAllByText(/^Too easy to guess\. Add about \d+ words\.$/)).toBeDefined();
    submit('Create vault');
    expect(page.sent).toEqual([]);
    type('Passphrase', STRONG);
    type('Repeat passphrase', `${STRONG}x`);
    submit('Create vault');
    expect(screen.getByText('The two differ.')).toBeDefined();
    type('Repeat passphrase', STRONG);
    submit('Create vault');
    expect(page.sent).toEqual([STRONG]);
  });

  it('stays and says what was wrong where main asks again', async () => {
    const wrong = Promise.resolve({ problem: 'That passphrase does not open this vault.' });
    const page = await openPage({ purpose: 'passphrase' }, 0, wrong);
    type('Passphrase', 'half remembered');
    submit('Unlock');
    expect(screen.getByText('Checking…')).toBeDefined();
    await eventually(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'That passphrase does not open this vault.',
      ),
    );
    expect([field('Passphrase').value, document.activeElement]).toEqual(['', field('Passphrase')]);
    type('Passphrase', 'remembered');
    submit('Unlock');
    expect(page.sent).toEqual(['half remembered', 'remembered']);
  });

  it('says so where main asks the same question again, as if nothing had come', async () => {
    await openPage({ purpose: 'passphrase' }, 0, Promise.resolve({}));
    type('Passphrase', 'remembered');
    submit('Unlock');
    await eventually(() =>
      expect(screen.getByRole('alert').textContent).toContain('did not take it'),
    );
  });

  it('suggests a passphrase, shows it, and has it typed back', async () => {
    const page = await openPage({ purpose: 'new_passphrase' });
    submit('Suggest a passphrase');
    const suggested = screen.getByLabelText('Suggested passphrase').textContent;
    expect(suggested).toMatch(/^([a-z]{4,7} ){6}[a-z]{4,7}$/);
    expect(field('Passphrase').value).toBe(suggested);
    expect(document.activeElement).toBe(field('Repeat passphrase'));
    expect(screen.getAllByText(/^Words drawn at random, 64 bits\./)).toBeDefined();
    submit('Create vault');
    expect(screen.getByText('The two differ.')).toBeDefined();
    type('Repeat passphrase', suggested);
    submit('Create vault');
    expect(page.sent).toEqual([suggested]);
    expect(screen.getByLabelText('Suggested passphrase').textContent).toBe('');
  });

  it('shows a suggestion no longer than it is what was chosen', async () => {
    await openPage({ purpose: 'next_passphrase' });
    submit('Suggest a passphrase');
    const first = screen.getByLabelText('Suggested passphrase').textContent;
    submit('Suggest another');
    expect(screen.getByLabelText('Suggested passphrase').textContent).not.toBe(first);
    type('New passphrase', 'something of my own');
    expect(screen.getByLabelText('Suggested passphrase').textContent).toBe('');
  });

  it('says nothing more about a passphrase that a suggestion took the place of', async () => {
    await openPage({ purpose: 'new_passphrase' });
    type('Passphrase', 'short');
    submit('Create vault');
    expect(field('Passphrase').getAttribute('aria-invalid')).toBe('true');
    submit('Suggest a passphrase');
    expect(screen.queryByText(/^Too easy to guess/)).toBeNull();
    expect(field('Passphrase').getAttribute('aria-invalid')).toBeNull();
  });

  it('suggests nothing where a passphrase is not chosen', async () => {
    await openPage({ purpose: 'passphrase' });
    expect(screen.queryByRole('button', { name: 'Suggest a passphrase' })).toBeNull();
  });

  it('brings a passphrase to NFKC before it leaves', async () => {
    const page = await openPage({ purpose: 'passphrase' });
    type('Passphrase', 'ﬁne e\u0301');
    submit('Unlock');
    expect(page.sent).toEqual(['fine \u00e9']);
  });

  it('shows and hides on request', async () => {
    await openPage({ purpose: 'passphrase' });
    const show = screen.getByRole('button', { name: 'Show: Passphrase' });
    fireEvent.click(show);
    expect([field('Passphrase').type, show.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    fireEvent.click(show);
    expect(field('Passphrase').type).toBe('password');
  });

  it('shows a recovery key once and is done when its last group is typed back', async () => {
    const shown = new TextEncoder().encode('ABCD-EFGH-JK01');
    const page = await openPage({ purpose: 'show_recovery_key', shown });
    expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'ABCD',
      'EFGH',
      'JK01',
    ]);
    expect(shown.every((byte) => byte === 0)).toBe(true);
    submit('Done');
    expect(screen.getByRole('alert').textContent).toBe('Type the last group, or tick the box.');
    type('Type the last group from your copy', 'jk02');
    fireEvent.click(screen.getByRole('checkbox'));
    submit('Done');
    expect(screen.getByRole('alert').textContent).toMatch(/not the last group/);
    expect(page.sent).toEqual([]);
    type('Type the last group from your copy', ' jkoi ');
    submit('Done');
    expect(page.sent).toEqual(['\u0001']);
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });

  it('takes a tick instead of the last group, and nothing when discarded', async () => {
    const shown = () => new TextEncoder().encode('ABCD-EFGH');
    const kept = await openPage({ purpose: 'show_recovery_key', shown: shown() });
    fireEvent.click(screen.getByRole('checkbox'));
    submit('Done');
    expect(kept.sent).toHaveLength(1);
    const discarded = await openPage({ purpose: 'show_recovery_key', shown: shown() });
    submit('Discard the key');
    expect([discarded.sent, discarded.cancelled()]).toEqual([[], 1]);
  });

  it('tells the problem of the last attempt and cancels with Esc', async () => {
    const page = await openPage({
      purpose: 'passphrase',
      problem: 'That passphrase does not open.',
    });
    expect(screen.getByRole('alert').textContent).toBe('That passphrase does not open.');
    type('Passphrase', 'half');
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(page.cancelled()).toBeGreaterThan(0);
    expect(field('Passphrase').value).toBe('');
  });

  it('counts down a wait, takes nothing before its end, and says when it is over', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    try {
      const page = await openPage({ purpose: 'passphrase', problem: 'Wait.', waitMs: 4000 });
      type('Passphrase', 'the right one');
      expect(screen.getByRole('button', { name: 'Unlock in 4 s' })).toBeDefined();
      fireEvent.submit(document.forms[0] as HTMLFormElement);
      vi.advanceTimersByTime(3000);
      submit('Unlock in 1 s');
      expect(page.sent).toEqual([]);
      vi.advanceTimersByTime(1250);
      expect(screen.getByText('You can try again now.')).toBeDefined();
      expect(screen.queryByText('Wait.')).toBeNull();
      submit('Unlock');
      expect(page.sent).toEqual(['the right one']);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('without an answer of main', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('asks again where its first question was refused', async () => {
      await openPage({}, 1);
      await vi.advanceTimersByTimeAsync(100);
      expect(field('Client secret')).toBeDefined();
    });

    it('says after five seconds what is wrong, and lets go or tries again', async () => {
      const page = await openPage({}, 8);
      await vi.advanceTimersByTimeAsync(4_900);
      expect(screen.queryByRole('alert')).toBeNull();
      await vi.advanceTimersByTimeAsync(200);
      expect(screen.getByRole('alert').textContent).toContain('refuses this window');
      submit('Cancel');
      expect(page.cancelled()).toBe(1);
      submit('Try again');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(field('Client secret')).toBeDefined();
      expect(screen.queryByText(/refuses this window/)).toBeNull();
    });

    it('says so where main does not take what was sent', async () => {
      const opened = openPage({});
      await vi.advanceTimersByTimeAsync(100);
      await opened;
      type('Client secret', 's3cret');
      submit('Use this secret');
      await vi.advanceTimersByTimeAsync(5_000);
      expect(screen.getByRole('alert', { name: '' }).textContent).toContain('did not take it');
    });
  });

  it('lets nobody confirm a recovery key that did not arrive', async () => {
    const page = await openPage({ purpose: 'show_recovery_key', shown: null });
    expect(screen.getByRole('alert').textContent).toContain('did not arrive');
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    fireEvent.submit(document.forms[0] as HTMLFormElement);
    submit('Discard the key');
    expect([page.sent, page.cancelled()]).toEqual([[], 1]);
  });
});
