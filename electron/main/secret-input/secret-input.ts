// Brings a client secret, or a token to inspect, into main: typed in the secret-entry window, read once from the clipboard, or
// from a file picked in the native dialog. It never passes through the app window.
import { createHash } from 'node:crypto';
import { MAX_INSPECTED_BYTES, MAX_SECRET_BYTES } from '../../shared/unlock/entry-contract.ts';
import type { InspectionSource } from '../../shared/inspection/inspection-view.ts';
import { secretScanLimits } from '../../shared/secret-scan/secret-scan-view.ts';
import type { SecretSource } from '../../shared/words.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import {
  accepted,
  acceptedText,
  acceptedToken,
  withoutLineEnd,
  withoutMark,
} from './accepted-text.ts';
import { MAX_FILE_BYTES, readSmallFile } from './small-file.ts';
import type { ClipboardPort, Dialogs, SecretPrompt } from './ports.ts';

/** SECURITY(S28): a person who gives a secret away is told where it goes, whatever the window says. */
export interface SecretPlace {
  readonly about: string;
  readonly host: string;
}

export interface SecretInput {
  /** @param goes whose it is, and which host it is sent to. The caller wipes the secret. */
  readonly take: (
    source: SecretSource,
    goes: SecretPlace,
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
  /**
   * What was taken last from the clipboard is kept now, and is cleared there. Until then it stays: it may
   * be shown only once where it comes from, and a disk may be full.
   */
  readonly kept: () => Promise<void>;
  /** What was copied somewhere else, such as a curl command, as it is. The caller wipes it. */
  readonly takePasted: () => Promise<Result<SecretBytes | 'cancelled', Failure>>;
  /** A token from somewhere else, to look at. The caller wipes it. */
  readonly takeToken: (
    source: InspectionSource,
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
  /** A text that may hold something of ours. The caller wipes it. `paste_too_long`. */
  readonly takeSuspect: (
    source: 'clipboard' | 'entry',
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
  /** @param about a sentence: whose, and at which proxy. The caller wipes it. */
  readonly takeProxyPassword: (
    about: string,
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
}

export interface SecretInputPorts {
  readonly prompt: SecretPrompt;
  readonly dialogs: Dialogs;
  readonly clipboard: ClipboardPort;
  /** Short keyed fingerprint, so that a person can tell two secrets apart. */
  readonly fingerprint: (secret: SecretBytes) => string;
}

/** Of a text, however many line ends stand behind it. */
const LINE_ENDS = 1024;

export function createSecretInput(ports: SecretInputPorts): SecretInput {
  const { prompt, dialogs, clipboard } = ports;
  /** Digest of what the clipboard held when it was taken; null: nothing is to be cleared. */
  let left: { readonly length: number; readonly digest: Buffer } | null = null;

  async function fromEntry({
    about,
    host,
  }: SecretPlace): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const line = `For ${about}. It is sent to ${host}.`;
    const typed = await prompt.ask({ purpose: 'client_secret', about: line, problem: null });
    return typed === null ? ok('cancelled' as const) : accepted(typed);
  }

  /** @param mostBytes of which the text is cut before bytes are made of it; `accept` refuses more. */
  async function fromClipboard(
    accept: (taken: SecretBytes) => Result<SecretBytes, Failure>,
    mostBytes: number,
    words: {
      readonly message: string;
      readonly host?: string;
      readonly what: string;
      readonly choice: string;
    },
  ): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    left = null;
    const text = await clipboard.readText();
    // Another program may have put a gigabyte there. A character takes a byte at least.
    const looked = Buffer.from(text.slice(0, mostBytes + LINE_ENDS), 'utf8');
    const read = accept(SecretBytes.take(withoutLineEnd(looked)));
    if (!read.ok) {
      return read.failure.code === 'secret_empty' ? fail({ code: 'clipboard_empty' }) : read;
    }
    const choice = await dialogs.ask({
      message: words.message,
      detail:
        (words.host === undefined ? '' : `It is sent to ${words.host}. `) +
        `The clipboard holds ${read.value.length} bytes, fingerprint ` +
        `${ports.fingerprint(read.value)}. It is cleared once the ${words.what}.`,
      choices: [words.choice],
      serious: false,
    });
    if (choice === null) {
      read.value.wipe();
      return ok('cancelled');
    }
    left = { length: text.length, digest: digestOf(text) };
    return read;
  }

  /** Only what was taken is cleared: something copied meanwhile belongs to the person. */
  async function clearTaken(): Promise<void> {
    const taken = left;
    left = null;
    // What cannot be read is left as it is: the secret is kept all the same.
    const now = await clipboard.readText().catch(() => '');
    // Something longer is another text, and may take long to digest.
    if (now.length !== taken?.length) return;
    if (taken.digest.equals(digestOf(now))) clipboard.clear();
  }

  async function fromFile({
    about,
    host,
  }: SecretPlace): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const path = await dialogs.chooseFile(`Client secret of ${about}, sent to ${host}`);
    if (path === null) return ok('cancelled');
    const bytes = await readSmallFile(path);
    if (!bytes.ok) return bytes;
    const read = accepted(SecretBytes.take(withoutLineEnd(withoutMark(bytes.value))));
    if (!read.ok) return read;
    // Not every system shows the title of a chooser.
    const choice = await dialogs.ask({
      message: `Use the file as the client secret of ${about}?`,
      detail:
        `It is sent to ${host}. The file holds ${read.value.length} bytes, fingerprint ` +
        `${ports.fingerprint(read.value)}, and is left as it is.`,
      choices: ['Use as client secret'],
      serious: false,
    });
    if (choice !== null) return read;
    read.value.wipe();
    return ok('cancelled');
  }

  /** A log is the person's own and may be wanted again; a token had better go. */
  async function pasted(): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const text = await clipboard.readText();
    if (text === '') return fail({ code: 'clipboard_empty' });
    if (text.length > secretScanLimits.pastedBytes) return fail({ code: 'paste_too_long' });
    const taken = SecretBytes.take(Buffer.from(text, 'utf8'));
    const choice = await dialogs.ask({
      message: 'Search what is on the clipboard for secrets and tokens of this vault?',
      detail: `It holds ${taken.length} bytes. Nothing of it is kept or sent anywhere.`,
      choices: ['Search it, then clear it', 'Search it and leave it'],
      serious: false,
    });
    if (choice === null) {
      taken.wipe();
      return ok('cancelled');
    }
    if (choice === 0 && (await clipboard.readText()) === text) clipboard.clear();
    return ok(taken);
  }

  return {
    async takeSuspect(source) {
      if (source === 'clipboard') return await pasted();
      const about = 'It is compared with what this vault keeps, in memory only, and then wiped.';
      const typed = await prompt.ask({ purpose: 'suspect', about, problem: null });
      return typed === null ? ok('cancelled') : acceptedToken(typed);
    },
    kept: clearTaken,
    async take(source, goes) {
      // Of an earlier one that came to nothing.
      left = null;
      switch (source) {
        case 'entry':
          return await fromEntry(goes);
        case 'clipboard':
          return await fromClipboard(accepted, MAX_SECRET_BYTES, {
            message: `Use the clipboard as the client secret of ${goes.about}?`,
            host: goes.host,
            what: 'credential has it',
            choice: 'Use as client secret',
          });
        case 'file':
          return await fromFile(goes);
      }
    },
    takePasted: () =>
      fromClipboard(acceptedText, MAX_FILE_BYTES, {
        message: 'Read what is on the clipboard as an import?',
        what: 'text is read',
        choice: 'Read it',
      }),
    async takeProxyPassword(about) {
      const typed = await prompt.ask({ purpose: 'proxy_password', about, problem: null });
      return typed === null ? ok('cancelled') : accepted(typed);
    },
    async takeToken(source) {
      if (source === 'clipboard') {
        const taken = await fromClipboard(acceptedToken, MAX_INSPECTED_BYTES, {
          message: 'Inspect what is on the clipboard as a token?',
          what: 'token is taken',
          choice: 'Inspect it',
        });
        await clearTaken();
        return taken;
      }
      const about = 'It is kept in memory only, until you close it or lock.';
      const typed = await prompt.ask({ purpose: 'access_token', about, problem: null });
      return typed === null ? ok('cancelled') : acceptedToken(typed);
    },
  };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
