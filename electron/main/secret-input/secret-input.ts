// Brings a client secret, or a token to inspect, into main: typed in the secret-entry window, read once from the clipboard, or
// from a file picked in the native dialog. It never passes through the app window.
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
import { markOf, type ClipboardClearing, type TextMark } from './clipboard-clearing.ts';
import type { ClipboardPort, Dialogs, Question, SecretPrompt } from './ports.ts';
import {
  clipboardImportQuestion,
  clipboardSearchQuestion,
  clipboardSecretQuestion,
  clipboardTokenQuestion,
  entryLines,
  fileSecretQuestion,
  secretFileTitle,
  type ReadFacts,
  type SecretPlace,
} from './secret-words.ts';

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
  /** A text that may hold something of ours. The caller wipes it. `too_large`. */
  readonly takeSuspect: (
    source: 'clipboard' | 'entry',
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
  /** @param about a sentence: whose, and at which proxy. The caller wipes it. */
  readonly takeProxyPassword: (
    about: string,
  ) => Promise<Result<SecretBytes | 'cancelled', Failure>>;
}

interface SecretInputPorts {
  readonly prompt: Pick<SecretPrompt, 'ask'>;
  readonly dialogs: Dialogs;
  readonly clipboard: Pick<ClipboardPort, 'readText'>;
  readonly clearing: Pick<ClipboardClearing, 'clear'>;
  /** Short keyed fingerprint, so that a person can tell two secrets apart. */
  readonly fingerprint: (secret: SecretBytes) => string;
}

/** Of a text, however many line ends stand behind it. */
const LINE_ENDS = 1024;

export function createSecretInput(ports: SecretInputPorts): SecretInput {
  const { prompt, dialogs, clipboard, clearing } = ports;
  /** What the clipboard held when it was taken; null: nothing is to be cleared. */
  let left: TextMark | null = null;

  async function fromEntry(goes: SecretPlace): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const about = entryLines.clientSecret(goes);
    const typed = await prompt.ask({ purpose: 'client_secret', about, problem: null });
    return typed === null ? ok('cancelled' as const) : accepted(typed);
  }

  /** @param mostBytes of which the text is cut before bytes are made of it; `accept` refuses more. */
  async function fromClipboard(
    accept: (taken: SecretBytes) => Result<SecretBytes, Failure>,
    mostBytes: number,
    question: (facts: ReadFacts) => Question,
  ): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    left = null;
    const text = await clipboard.readText();
    // Another program may have put a gigabyte there. A character takes a byte at least.
    const looked = Buffer.from(text.slice(0, mostBytes + LINE_ENDS), 'utf8');
    const read = accept(SecretBytes.take(withoutLineEnd(looked)));
    if (!read.ok) return read;
    const choice = await dialogs.ask(question(factsOf(read.value)));
    if (choice === null) {
      read.value.wipe();
      return ok('cancelled');
    }
    left = markOf(text);
    return read;
  }

  /** Only what was taken is cleared: something copied meanwhile belongs to the person. */
  async function clearTaken(): Promise<void> {
    const taken = left;
    left = null;
    if (taken !== null) await clearing.clear(taken);
  }

  const factsOf = (read: SecretBytes): ReadFacts => ({
    bytes: read.length,
    fingerprint: ports.fingerprint(read),
  });

  async function fromFile(goes: SecretPlace): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const path = await dialogs.chooseFile(secretFileTitle(goes));
    if (path === null) return ok('cancelled');
    const bytes = await readSmallFile(path);
    if (!bytes.ok) return bytes;
    const read = accepted(SecretBytes.take(withoutLineEnd(withoutMark(bytes.value))));
    if (!read.ok) return read;
    // Not every system shows the title of a chooser.
    const choice = await dialogs.ask(fileSecretQuestion(goes, factsOf(read.value)));
    if (choice !== null) return read;
    read.value.wipe();
    return ok('cancelled');
  }

  /** A log is the person's own and may be wanted again; a token had better go. */
  async function pasted(): Promise<Result<SecretBytes | 'cancelled', Failure>> {
    const text = await clipboard.readText();
    if (text === '') return fail({ code: 'invalid_input', facts: { about: 'nothing' } });
    if (text.length > secretScanLimits.pastedBytes)
      return fail({ code: 'too_large', facts: { about: 'clipboard' } });
    const taken = SecretBytes.take(Buffer.from(text, 'utf8'));
    const choice = await dialogs.ask(clipboardSearchQuestion(taken.length));
    if (choice === null) {
      taken.wipe();
      return ok('cancelled');
    }
    if (choice === 0) await clearing.clear(markOf(text));
    return ok(taken);
  }

  return {
    async takeSuspect(source) {
      if (source === 'clipboard') return await pasted();
      const about = entryLines.suspect;
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
          return await fromClipboard(accepted, MAX_SECRET_BYTES, (facts) =>
            clipboardSecretQuestion(goes, facts),
          );
        case 'file':
          return await fromFile(goes);
      }
    },
    takePasted: () => fromClipboard(acceptedText, MAX_FILE_BYTES, clipboardImportQuestion),
    async takeProxyPassword(about) {
      const typed = await prompt.ask({ purpose: 'proxy_password', about, problem: null });
      return typed === null ? ok('cancelled') : accepted(typed);
    },
    async takeToken(source) {
      if (source === 'clipboard') {
        const taken = await fromClipboard(
          acceptedToken,
          MAX_INSPECTED_BYTES,
          clipboardTokenQuestion,
        );
        await clearTaken();
        return taken;
      }
      const about = entryLines.token;
      const typed = await prompt.ask({ purpose: 'access_token', about, problem: null });
      return typed === null ? ok('cancelled') : acceptedToken(typed);
    },
  };
}
