// The ways into a vault over fakes: a person who types given answers, a vault that knows one
// passphrase, and backups that are only counted.
import { fail, ok } from '../../electron/main/domain/result.ts';
import { SecretBytes } from '../../electron/main/domain/secret-bytes.ts';
import type { AskForSecret, Question } from '../../electron/main/secret-input/ports.ts';
import { createAttemptDelay } from '../../electron/main/session/attempt-delay.ts';
import { MethodsOfUnlocking } from '../../electron/main/unlock/unlock-methods.ts';
import type { VaultFailure } from '../../electron/main/vault/vault.ts';
import type { UnlockedVault } from '../../electron/main/vault/unlocked-vault.ts';
import { unlockedOver } from './fake-vault-store.ts';
import { createTestSession } from './test-session.ts';
import { stubKeystore } from '../unit/vault/keystore-stub.ts';
import { fakePrompt } from './fake-prompt.ts';

export const PRESENT = 'correct horse battery staple lagoon 93';
/** As one is written; only the fake vault below knows it. */
export const RECOVERY_KEY = 'ABCD-EFGH-JKMN-PQRS-TVWX-YZ01-2345-6789-ABCD';
export const NEXT = 'umbrella copper tangent violin mosaic 41';

type Asked = Parameters<AskForSecret>[0];
/** What becomes of backups, or of files kept aside, by what is done with which: `backups rewrite`. */
type Settled = Readonly<Record<string, () => ReturnType<UnlockedVault['settle']>>>;

const textOf = (secret: SecretBytes): string => secret.use((bytes) => bytes.toString());

/** @param answers what the person types, in turn; null closes the window. */
export async function createTestWays(
  answers: readonly (string | null)[],
  given: Partial<UnlockedVault> & { readonly settled?: Settled } = {},
  keystore = stubKeystore(),
) {
  const { settled = {}, ...ofVault } = given;
  const session = await createTestSession();
  const rest = [...answers];
  const asked: Asked[] = [];
  const typed: SecretBytes[] = [];
  const questions: Question[] = [];
  const done: string[] = [];
  const told: string[] = [];
  let passphrase = PRESENT;
  let choices: readonly (number | null)[] = [null];
  let stale = 0;
  let failure: VaultFailure | null = null;
  let locked = false;
  let kept = true;
  let hasKey = false;
  let vaultLocks = 0;
  let asking: () => void = () => undefined;
  const shown: string[] = [];
  const stillThere = () => ok({ settled: 0, left: stale });
  const slots = () => [
    { id: 'slot-1', type: 'pw' as const },
    ...(hasKey ? [{ id: 'slot-2', type: 'rk' as const }] : []),
  ];
  const vault = unlockedOver(session.vault, {
    checkPassphrase: (tried) =>
      Promise.resolve(textOf(tried) === passphrase ? ok() : fail({ code: 'wrong_passphrase' })),
    changePassphrase(next) {
      passphrase = textOf(next);
      return Promise.resolve(ok({ backups: failure === null ? stillThere() : fail(failure) }));
    },
    settle(which, how) {
      const own = settled[`${which} ${how}`];
      if (own !== undefined) return own();
      if (which === 'kept_aside') return Promise.resolve(ok({ settled: 0, left: 0 }));
      if (how === 'count') return Promise.resolve(stillThere());
      done.push(how);
      const count = stale;
      stale = 0;
      return Promise.resolve(ok({ settled: count, left: 0 }));
    },
    replaceDataKey(next) {
      passphrase = textOf(next);
      hasKey = false;
      const purged = ok({ settled: stale, left: 0 });
      return Promise.resolve(ok({ backups: failure === null ? purged : fail(failure) }));
    },
    slots: () => slots(),
    hasRecoveryKey: () => hasKey,
    async createRecoveryKey(isKept) {
      const isOurs = await isKept(SecretBytes.take(Buffer.from(RECOVERY_KEY)));
      hasKey ||= isOurs;
      return ok(isOurs ? 'done' : 'not_kept');
    },
    removeSlot() {
      hasKey = false;
      return Promise.resolve(ok());
    },
    lock() {
      vaultLocks += 1;
      return Promise.resolve();
    },
    ...ofVault,
  });
  const ways = new MethodsOfUnlocking({
    vaultSession: {
      opened: () => (locked ? null : vault),
      async openBy(open) {
        const opened = await open({
          isOver: () => false,
          opening: () => void done.push('opening'),
        });
        if (!opened.ok) return opened;
        locked = opened.value === null;
        return ok(locked ? 'cancelled' : 'done');
      },
    },
    store: {
      slots: () => Promise.resolve(ok(slots())),
      backups: () => Promise.resolve(ok([])),
      openWithKeystore: () => Promise.resolve(fail({ code: 'os_keystore_changed' })),
      openWithRecoveryKey(key) {
        const text = textOf(key);
        if (text === RECOVERY_KEY) return Promise.resolve(ok(vault));
        const code = text.startsWith('slip') ? 'recovery_key_mistyped' : 'wrong_recovery_key';
        return Promise.resolve(fail({ code }));
      },
    },
    history: { tell: (what) => void told.push(what) },
    keystore,
    show: {
      show({ secret }) {
        shown.push(textOf(secret));
        return Promise.resolve(kept);
      },
    },
    prompt: fakePrompt((question) => {
      asked.push(question);
      const next = rest.shift() ?? null;
      const secret = next === null ? null : SecretBytes.take(Buffer.from(next));
      if (secret !== null) typed.push(secret);
      return Promise.resolve(secret);
    }),
    dialogs: {
      ask(question) {
        questions.push(question);
        asking();
        const [choice = null, ...later] = choices;
        if (later.length > 0) choices = later;
        return Promise.resolve(choice);
      },
      chooseFile: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(null),
      chooseSave: () => Promise.resolve(null),
    },
    delay: createAttemptDelay(session.clock),
    changed: () => undefined,
  });
  return {
    ways,
    asked,
    typed,
    questions,
    done,
    /** What the history was told. */
    told,
    /** What was shown in the entry window; whether the person then says they have it. */
    shown,
    slots: () => slots().map(({ type }) => type),
    isUnlocked: () => !locked,
    vaultLocks: () => vaultLocks,
    keepKey: (next: boolean) => {
      kept = next;
    },
    passphrase: () => passphrase,
    /** What the dialogs answer, in turn; the last one from then on. */
    answerWith: (...next: readonly (number | null)[]) => {
      choices = next;
    },
    haveStale: (count: number) => {
      stale = count;
    },
    failAfterChange: (next: VaultFailure) => {
      failure = next;
    },
    lock: () => {
      locked = true;
    },
    /** Runs as a question of main appears. */
    whenAsked: (then: () => void) => {
      asking = then;
    },
  };
}

export type TestWays = Awaited<ReturnType<typeof createTestWays>>;
