// The three ways a client secret comes in.
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fail } from '../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../electron/main/domain/secret-bytes.ts';
import type { Question } from '../../../electron/main/secret-input/ports.ts';
import { SecretDesk } from '../../../electron/main/secret-input/secret-input.ts';
import type { InspectionSource } from '../../../electron/shared/inspection/inspection-view.ts';
import type { SecretSource } from '../../../electron/shared/words.ts';
import { createClipboardClearing } from '../../../electron/main/secret-input/clipboard-clearing.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { createMemoryClipboard } from '../../support/memory-clipboard.ts';
import { ownFolder } from '../../support/own-folder.ts';

const at = ownFolder();

interface Surroundings {
  readonly clipboard?: string;
  readonly file?: string | null;
  readonly choice?: number | null;
  readonly typed?: string | null;
}

function secretInputWith(around: Surroundings) {
  const clipboard = createMemoryClipboard(around.clipboard);
  const questions: Question[] = [];
  const abouts: string[] = [];
  const secretInput = new SecretDesk({
    clipboard,
    clearing: createClipboardClearing(clipboard, createFakeClock(), () => undefined),
    prompt: {
      ask({ about }) {
        abouts.push(about);
        const typed = around.typed == null ? null : SecretBytes.take(Buffer.from(around.typed));
        return Promise.resolve(typed);
      },
    },
    dialogs: {
      ask(question) {
        questions.push(question);
        return Promise.resolve(around.choice === undefined ? 0 : around.choice);
      },
      chooseFile: () => Promise.resolve(around.file ?? null),
      chooseFolder: () => Promise.resolve(null),
      chooseSave: () => Promise.resolve(null),
    },
    fingerprint: () => 'ab12·cd34',
  });
  type Taken = ReturnType<typeof secretInput.takeToken>;
  async function told(what: string, taking: Taken): Promise<string | object> {
    const taken = await taking;
    if (!taken.ok || taken.value === 'cancelled') return taken.ok ? 'cancelled' : taken;
    return taken.value.use((bytes) => `${what}:${bytes.toString()}`);
  }
  const take = (source: SecretSource) =>
    told('secret', secretInput.take(source, { about: 'Desk A', host: 'gateway.example' }));
  const takeToken = (source: InspectionSource) => told('token', secretInput.takeToken(source));
  return { take, takeToken, kept: secretInput.kept, clipboard, questions, abouts };
}

async function file(name: string, text: string | Buffer): Promise<string> {
  const where = at(name);
  await writeFile(where, text);
  return where;
}

describe('a question about a secret', () => {
  it('says in a sentence, where it is typed, whose it is and where it goes', async () => {
    const { take, abouts } = secretInputWith({ typed: null });
    await take('entry');
    expect(abouts).toEqual(['For Desk A. It is sent to gateway.example.']);
  });

  it.each(['clipboard', 'file'] as const)('names the host that it goes to: %s', async (source) => {
    const where = await file('secret.txt', 'hunter2-hunter2');
    const { take, questions } = secretInputWith({
      clipboard: 'hunter2-hunter2',
      file: where,
      choice: null,
    });
    expect(await take(source)).toBe('cancelled');
    expect(questions.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('It is sent to gateway.example.'),
    ]);
  });
});

describe('a secret from the clipboard', () => {
  it('is shown by length and fingerprint alone before it is used', async () => {
    const { take, questions } = secretInputWith({ clipboard: 'hunter2-hunter2' });
    await take('clipboard');
    const asked = JSON.stringify(questions);
    expect(asked).toContain('15 bytes');
    expect(asked).toContain('ab12·cd34');
    expect(asked).not.toContain('hunter2');
  });

  it('is taken without its line end', async () => {
    const { take } = secretInputWith({ clipboard: 'hunter2\r\n' });
    expect(await take('clipboard')).toBe('secret:hunter2');
  });

  it('is cleared there once it is kept, and no sooner: it may be shown only once', async () => {
    const { take, kept, clipboard } = secretInputWith({ clipboard: 'hunter2' });
    await take('clipboard');
    expect(clipboard.text()).toBe('hunter2');
    await kept();
    expect(clipboard.text()).toBe('');
  });

  it('leaves what was copied meanwhile', async () => {
    const { take, kept, clipboard } = secretInputWith({ clipboard: 'hunter2' });
    await take('clipboard');
    await clipboard.writeText('something else');
    await kept();
    expect(clipboard.text()).toBe('something else');
  });

  it('is not cleared for a later one that came another way', async () => {
    const { take, kept, clipboard } = secretInputWith({ clipboard: 'hunter2', typed: 'typed' });
    await take('clipboard');
    await take('entry');
    await kept();
    expect(clipboard.text()).toBe('hunter2');
  });

  it('stays there when the person says no', async () => {
    const { take, clipboard } = secretInputWith({ clipboard: 'hunter2', choice: null });
    expect(await take('clipboard')).toBe('cancelled');
    expect(clipboard.text()).toBe('hunter2');
  });

  it('that is empty is refused', async () => {
    expect(await secretInputWith({ clipboard: '\n' }).take('clipboard')).toEqual(
      fail({ code: 'invalid_input', facts: { about: 'nothing' } }),
    );
  });
});

describe('a secret from a file', () => {
  it.each([
    ['its line end', 'from-file\n'],
    ['the mark that Windows begins a text with', '\ufefffrom-file\r\n'],
  ])('is read without %s', async (name, text) => {
    const chosen = await file(name, text);
    expect(await secretInputWith({ file: chosen }).take('file')).toBe('secret:from-file');
  });

  it.each([
    ['of several lines', Buffer.from('CLIENT_ID=a\nCLIENT_SECRET=b\n')],
    ['in UTF-16', Buffer.from('\ufefffrom-file\r\n', 'utf16le')],
    ['in another encoding', Buffer.from('schl\u00fcssel', 'latin1')],
  ])('%s is refused: no server would know it', async (name, bytes) => {
    const chosen = await file(name, bytes);
    expect(await secretInputWith({ file: chosen }).take('file')).toEqual(
      fail({ code: 'invalid_input', facts: { about: 'lines' } }),
    );
  });

  it('is cancelled with the dialog', async () => {
    expect(await secretInputWith({ file: null }).take('file')).toBe('cancelled');
  });

  it('too large to be one is refused', async () => {
    const chosen = await file('large', 'x'.repeat(4097));
    expect(await secretInputWith({ file: chosen }).take('file')).toEqual(
      fail({ code: 'too_large', facts: { about: 'secret' } }),
    );
  });

  it('of a gigabyte is refused without being read', async () => {
    const chosen = await file('huge', '');
    await truncate(chosen, 1024 ** 3);
    expect(await secretInputWith({ file: chosen }).take('file')).toMatchObject(
      fail({ code: 'too_large', facts: { about: 'file' } }),
    );
  });

  it.runIf(process.platform !== 'win32')('behind a link is refused', async () => {
    const link = at('link');
    await symlink(await file('target', 'secret'), link);
    expect(await secretInputWith({ file: link }).take('file')).toEqual(
      fail({ code: 'invalid_input', facts: { about: 'file' } }),
    );
  });

  it('that is a folder is refused', async () => {
    expect(await secretInputWith({ file: at() }).take('file')).toEqual(
      fail({ code: 'invalid_input', facts: { about: 'file' } }),
    );
  });
});

describe('a secret typed in the entry window', () => {
  it('comes as it was typed', async () => {
    expect(await secretInputWith({ typed: 'typed ' }).take('entry')).toBe('secret:typed ');
  });

  it('is cancelled with the window', async () => {
    expect(await secretInputWith({ typed: null }).take('entry')).toBe('cancelled');
  });
});

describe('a token to inspect', () => {
  it('from the clipboard is asked about by length and fingerprint, then cleared', async () => {
    const { takeToken, clipboard, questions } = secretInputWith({ clipboard: 'a-token\n' });
    expect(await takeToken('clipboard')).toBe('token:a-token');
    expect(questions).toMatchObject([
      { detail: expect.stringContaining('7 bytes, fingerprint ab12') },
    ]);
    expect(await clipboard.readText()).toBe('');
  });

  it('stays on the clipboard when the person says no', async () => {
    const { takeToken, clipboard } = secretInputWith({ clipboard: 'a-token', choice: null });
    expect(await takeToken('clipboard')).toBe('cancelled');
    expect(await clipboard.readText()).toBe('a-token');
  });

  it('keeps what surrounds it, to be looked at', async () => {
    expect(await secretInputWith({ clipboard: ' Bearer a ' }).takeToken('clipboard')).toBe(
      'token: Bearer a ',
    );
  });

  it('is taken as typed', async () => {
    expect(await secretInputWith({ typed: 'a-token' }).takeToken('entry')).toBe('token:a-token');
  });

  it.each([
    ['', { code: 'invalid_input', facts: { about: 'nothing' } }],
    ['a'.repeat(16_385), { code: 'too_large', facts: { about: 'token' } }],
  ])('is refused when it is empty or too long', async (clipboard, failure) => {
    expect(await secretInputWith({ clipboard }).takeToken('clipboard')).toEqual(
      fail(failure as never),
    );
  });
});
