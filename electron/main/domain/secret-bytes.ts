// A client secret, access token, passphrase or key in memory. Owns its buffer, shows it only inside
// `use`, prints as `[redacted]`, and is overwritten with zeros by `wipe`. Never a string: strings
// cannot be wiped.
import { wipeableCopy } from './wipeable-buffer.ts';

const REDACTED = '[redacted]';
/** `inspect.custom` under the name that node:util gives it for those who need no more of it. */
const INSPECT: unique symbol = Symbol.for('nodejs.util.inspect.custom');

export class SecretBytes {
  readonly #bytes: Buffer;
  #wiped = false;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Takes the bytes over: the given buffer is copied into an unpooled one and then zeroed. */
  static take(source: Uint8Array): SecretBytes {
    const own = wipeableCopy(source);
    source.fill(0);
    return new SecretBytes(own);
  }

  /** Length in bytes; 0 after `wipe`. */
  get length(): number {
    return this.#wiped ? 0 : this.#bytes.length;
  }

  get wiped(): boolean {
    return this.#wiped;
  }

  /**
   * Runs `fn` with the bytes. They must not be kept, nor turned into a string that is kept.
   * @throws Error when the secret was wiped: using it would send zeros.
   */
  use<T>(fn: (bytes: Buffer) => T): T {
    if (this.#wiped) throw new Error('secret used after it was wiped');
    return fn(this.#bytes);
  }

  /** A second, independently owned copy. */
  copy(): SecretBytes {
    return this.use((bytes) => SecretBytes.take(Buffer.from(bytes)));
  }

  wipe(): void {
    this.#bytes.fill(0);
    this.#wiped = true;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [INSPECT](): string {
    return REDACTED;
  }
}
