// Brings a client secret, or a token to inspect, into main: typed in the secret-entry window, read once from the clipboard, or
// from a file picked in the native dialog. It never passes through the app window.
import { MAX_INSPECTED_BYTES, MAX_SECRET_BYTES } from '../../shared/unlock/entry-contract.ts';
import type { InspectionSource } from '../../shared/inspection/inspection-view.ts';
import { secretScanLimits } from '../../shared/secret-scan/secret-scan-view.ts';
import type { SecretSource } from '../../shared/words.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import { SecretBytes } from '../domain/secret-bytes.ts';
import {
  type Accept,
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

type Taken = Outcome<SecretBytes | 'cancelled'>;

/** As others see it. */
export type SecretInput = Pick<SecretDesk, keyof SecretDesk>;

/** Whatever it takes, the caller wipes. */
export class SecretDesk {
  readonly #ports: SecretInputPorts;
  /** What the clipboard held when it was taken; null: nothing is to be cleared. */
  #left: TextMark | null = null;

  constructor(ports: SecretInputPorts) {
    this.#ports = ports;
  }

  /** @param goes whose it is, and which host it is sent to. */
  readonly take = async (source: SecretSource, goes: SecretPlace): Taken => {
    // Of an earlier one that came to nothing.
    this.#left = null;
    switch (source) {
      case 'entry':
        return await this.#fromEntry('client_secret', entryLines.clientSecret(goes), accepted);
      case 'clipboard':
        return await this.#fromClipboard(accepted, MAX_SECRET_BYTES, (facts) =>
          clipboardSecretQuestion(goes, facts),
        );
      case 'file':
        return await this.#fromFile(goes);
    }
  };

  /**
   * What was taken last from the clipboard is kept now, and is cleared there. Until then it stays: it may be shown only
   * once where it comes from, and a disk may be full. Something copied meanwhile belongs to the person.
   */
  readonly kept = async (): Promise<void> => {
    const taken = this.#left;
    this.#left = null;
    if (taken !== null) await this.#ports.clearing.clear(taken);
  };

  /** What was copied somewhere else, such as a curl command, as it is. */
  readonly takePasted = (): Taken =>
    this.#fromClipboard(acceptedText, MAX_FILE_BYTES, clipboardImportQuestion);

  /** A token from somewhere else, to look at. */
  readonly takeToken = async (source: InspectionSource): Taken => {
    if (source !== 'clipboard') {
      return await this.#fromEntry('access_token', entryLines.token, acceptedToken);
    }
    const taken = await this.#fromClipboard(
      acceptedToken,
      MAX_INSPECTED_BYTES,
      clipboardTokenQuestion,
    );
    await this.kept();
    return taken;
  };

  /** A text that may hold something of ours. `too_large`. */
  readonly takeSuspect = (source: 'clipboard' | 'entry'): Taken =>
    source === 'clipboard'
      ? this.#suspectFromClipboard()
      : this.#fromEntry('suspect', entryLines.suspect, acceptedToken);

  /** @param about a sentence: whose, and at which proxy. */
  readonly takeProxyPassword = (about: string): Taken =>
    this.#fromEntry('proxy_password', about, accepted);

  async #fromEntry(
    purpose: 'client_secret' | 'access_token' | 'suspect' | 'proxy_password',
    about: string,
    accept: Accept,
  ): Taken {
    const typed = await this.#ports.prompt.ask({ purpose, about, problem: null });
    return typed === null ? ok('cancelled') : accept(typed);
  }

  /** @param mostBytes of which the text is cut before bytes are made of it; `accept` refuses more. */
  async #fromClipboard(
    accept: Accept,
    mostBytes: number,
    question: (facts: ReadFacts) => Question,
  ): Taken {
    this.#left = null;
    const text = await this.#ports.clipboard.readText();
    // Another program may have put a gigabyte there. A character takes a byte at least.
    const looked = Buffer.from(text.slice(0, mostBytes + LINE_ENDS), 'utf8');
    const taken = await this.#confirmed(accept(SecretBytes.take(withoutLineEnd(looked))), question);
    if (taken.ok && taken.value !== 'cancelled') this.#left = markOf(text);
    return taken;
  }

  async #fromFile(goes: SecretPlace): Taken {
    const path = await this.#ports.dialogs.chooseFile(secretFileTitle(goes));
    if (path === null) return ok('cancelled');
    const bytes = await readSmallFile(path);
    if (!bytes.ok) return bytes;
    const read = accepted(SecretBytes.take(withoutLineEnd(withoutMark(bytes.value))));
    // Not every system shows the title of a chooser.
    return await this.#confirmed(read, (facts) => fileSecretQuestion(goes, facts));
  }

  /** Wiped where the person says no. */
  async #confirmed(read: Result<SecretBytes>, question: (facts: ReadFacts) => Question): Taken {
    if (!read.ok) return read;
    const { dialogs, fingerprint } = this.#ports;
    const facts = { bytes: read.value.length, fingerprint: fingerprint(read.value) };
    if ((await dialogs.ask(question(facts))) !== null) return read;
    read.value.wipe();
    return ok('cancelled');
  }

  /** A log is the person's own and may be wanted again; a token had better go. */
  async #suspectFromClipboard(): Taken {
    const { clipboard, clearing, dialogs } = this.#ports;
    const text = await clipboard.readText();
    if (text === '') return fail({ code: 'invalid_input', facts: { about: 'nothing' } });
    if (text.length > secretScanLimits.pastedBytes) {
      return fail({ code: 'too_large', facts: { about: 'clipboard' } });
    }
    const taken = SecretBytes.take(Buffer.from(text, 'utf8'));
    const choice = await dialogs.ask(clipboardSearchQuestion(taken.length));
    if (choice === null) {
      taken.wipe();
      return ok('cancelled');
    }
    if (choice === 0) await clearing.clear(markOf(text));
    return ok(taken);
  }
}
