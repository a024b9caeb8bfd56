// S36: Who is asked what, and when an answer counts.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import {
  createQuestionQueue,
  STANDS_BEFORE_MS,
  type QuestionQueue,
} from '../../../electron/main/secret-input/question-queue.ts';
import { createFakeClock, settle, type FakeClock } from '../../support/fake-clock.ts';

interface Shown {
  readonly message: string;
  readonly signal: AbortSignal | null;
  readonly answer: (value: number | string | null) => void;
}

const about = (message: string): Question => ({
  message,
  detail: '',
  choices: ['Yes'],
  serious: true,
});

describe('a question of main', () => {
  let clock: FakeClock;
  let shown: Shown[];
  let queue: QuestionQueue;
  let hurried: boolean[];
  let clicked: boolean;
  const messages = (): string[] => shown.map(({ message }) => message);

  function show<T>(message: string, signal: AbortSignal | null): Promise<T | null> {
    return new Promise((resolve) => {
      shown.push({ message, signal, answer: (value) => resolve(value as T | null) });
      signal?.addEventListener('abort', () => resolve(null));
    });
  }

  /** Answers what stands last, after it has stood this long. */
  async function answer(value: number | string | null, afterMs = STANDS_BEFORE_MS): Promise<void> {
    await clock.advance(afterMs);
    shown.at(-1)?.answer(value);
    await settle();
  }

  beforeEach(() => {
    clock = createFakeClock();
    shown = [];
    hurried = [];
    clicked = false;
    queue = createQuestionQueue(
      {
        ask({ message, inHurry }, signal) {
          hurried.push(inHurry === true);
          return show(message, signal);
        },
        chooseFile: (title) => show(title, null),
        chooseFolder: (title) => show(title, null),
        chooseSave: (title) => show(title, null),
        replacesUnasked: (file) => Promise.resolve(file.includes('taken')),
      },
      clock,
      () => clicked,
    );
  });

  it.each([
    ['yes', 0, '/home/taken.csv'],
    ['no', null, null],
  ] as const)('stands before a file is replaced: %s', async (_, choice, expected) => {
    const chosen = queue.ofPage.chooseSave('Export', 'a.csv');
    await answer('/home/taken.csv');
    expect(messages()).toEqual(['Export', 'Replace “taken.csv”?']);
    await answer(choice);
    expect(await chosen).toBe(expected);
  });

  it.each([
    ['file that nothing will replace', '/home/taken.vault', 'a.vault', 'never'],
    ['new file', '/home/new.csv', 'a.csv', undefined],
  ] as const)('stands before no %s', async (_, file, name, replaces) => {
    const chosen = queue.ofPage.chooseSave('Export', name, replaces);
    await answer(file);
    expect([await chosen, messages()]).toEqual([file, ['Export']]);
  });

  it('is in a hurry once, and not where it is asked again', async () => {
    void queue.ofMain.ask({ ...about('a'), inHurry: true });
    await answer(0, STANDS_BEFORE_MS - 1);
    expect(hurried).toEqual([true, false]);
  });

  it.each([true, false])('of the page is in a hurry after a click alone: %s', async (isClicked) => {
    clicked = isClicked;
    void queue.ofPage.ask({ ...about('a'), inHurry: true });
    await settle();
    expect(hurried).toEqual([isClicked]);
  });

  it.each([
    ['takes an answer once it has stood for half a second', 0, STANDS_BEFORE_MS],
    ['is cancelled at once by a cancel, however soon', null, 0],
  ])('%s', async (_, given, afterMs) => {
    const asked = queue.ofPage.ask(about('a'));
    await answer(given, afterMs);
    expect([await asked, messages()]).toEqual([given, ['a']]);
  });

  it('is asked again when it was answered sooner', async () => {
    const asked = queue.ofPage.ask(about('a'));
    await answer(0, STANDS_BEFORE_MS - 1);
    expect(messages()).toEqual(['a', 'a']);
    await answer(0);
    expect(await asked).toBe(0);
  });

  it('is cancelled by a key that is held down', async () => {
    const asked = queue.ofPage.ask(about('a'));
    for (let time = 0; time < 3; time += 1) await answer(0, 30);
    expect([await asked, messages()]).toEqual([null, ['a', 'a', 'a']]);
  });

  it('waits until the one before it is answered', async () => {
    const both = Promise.all([queue.ofPage.ask(about('a')), queue.ofPage.ask(about('b'))]);
    await settle();
    expect(messages()).toEqual(['a']);
    await answer(null);
    expect(messages()).toEqual(['a', 'b']);
    await answer(0);
    expect(await both).toEqual([null, 0]);
  });

  it('waits until a file has been chosen', async () => {
    const both = Promise.all([queue.ofPage.chooseFile('file'), queue.ofPage.ask(about('b'))]);
    await answer('/chosen');
    await answer(0);
    expect([await both, messages()]).toEqual([
      ['/chosen', 0],
      ['file', 'b'],
    ]);
  });

  it('is cancelled unasked where too many wait already', async () => {
    const first = Array.from({ length: 4 }, (_, at) => queue.ofPage.ask(about(String(at))));
    expect(await queue.ofPage.ask(about('one too many'))).toBeNull();
    for (const _ of first) await answer(0);
    expect([await Promise.all(first), messages()]).toEqual([
      [0, 0, 0, 0],
      ['0', '1', '2', '3'],
    ]);
  });

  it('gives way to one that main asks by itself', async () => {
    const ofPage = queue.ofPage.ask(about('page'));
    await settle();
    const ofMain = queue.ofMain.ask(about('main'));
    expect(await ofPage).toBeNull();
    const later = queue.ofPage.ask(about('later'));
    await answer(0);
    expect([await ofMain, messages()]).toEqual([0, ['page', 'main', 'later']]);
    await answer(null);
    expect(await later).toBeNull();
  });

  it('is closed at a lock, with all that wait', async () => {
    const asked = ['a', 'b'].map((each) => queue.ofPage.ask(about(each)));
    const quitting = queue.ofMain.ask(about('quit'));
    await settle();
    queue.close();
    expect(await Promise.all([...asked, quitting])).toEqual([null, null, null]);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter(({ signal }) => signal?.aborted !== true)).toEqual([]);
    const next = queue.ofPage.ask(about('next'));
    await answer(0);
    expect(await next).toBe(0);
  });

  it('drops the file that is chosen after a lock, or sooner than anybody could see', async () => {
    const late = queue.ofPage.chooseFile('file');
    await settle();
    queue.close();
    await answer('/chosen');
    expect(await late).toBeNull();
    const early = queue.ofPage.chooseSave('save', 'name');
    await answer('/chosen', 100);
    expect(await early).toBeNull();
  });
});
