import { describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../electron/main/domain/result.ts';
import { SecretBytes } from '../../../../electron/main/domain/secret-bytes.ts';
import {
  createSharedSecrets,
  type Borrowed,
} from '../../../../electron/main/tokens/issuance/shared-secrets.ts';

const NAME = { id: 'c-1', field: 'client_secret' } as const;

function shared() {
  let opened = 0;
  const secrets = createSharedSecrets({
    openRecord() {
      opened += 1;
      return ok(SecretBytes.take(Buffer.from(`secret ${opened}`)));
    },
  });
  const borrow = (mark = 'a'): Borrowed => {
    const borrowed = secrets.borrow(NAME, mark);
    if (!borrowed.ok) throw new Error(borrowed.failure.code);
    return borrowed.value;
  };
  return { borrow, opened: () => opened };
}
const textOf = ({ secret }: Borrowed): string =>
  secret.use((bytes) => Buffer.from(bytes).toString());

describe('a shared secret', () => {
  it('is opened once for all who need it at the same time', () => {
    const { borrow, opened } = shared();
    expect([textOf(borrow()), textOf(borrow()), opened()]).toEqual(['secret 1', 'secret 1', 1]);
  });

  it('stays open for the last borrower', () => {
    const { borrow } = shared();
    const first = borrow();
    const second = borrow();
    first.giveBack();
    expect(textOf(second)).toBe('secret 1');
  });

  it('is wiped when the last has given it back', () => {
    const { borrow } = shared();
    const only = borrow();
    only.giveBack();
    expect(() => textOf(only)).toThrow(/wiped/);
  });

  it('is opened anew afterwards', () => {
    const { borrow } = shared();
    borrow().giveBack();
    expect(textOf(borrow())).toBe('secret 2');
  });

  it('is another one once the secret was replaced', () => {
    const { borrow } = shared();
    borrow('a');
    expect(textOf(borrow('b'))).toBe('secret 2');
  });

  it('that cannot be opened is not shared', () => {
    const secrets = createSharedSecrets({ openRecord: () => fail({ code: 'tampered' }) });
    expect(secrets.borrow(NAME, 'a')).toEqual({ ok: false, failure: { code: 'tampered' } });
  });
});
