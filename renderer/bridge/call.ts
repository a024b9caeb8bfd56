// Every call the window makes: once at a time for its subject, what failed is kept, what was achieved is
// said. The only place that touches `window.strongroom` besides the view store.
import type {
  Answer,
  Bridge,
  CallInput,
  CallOutput,
  PageCall,
} from '../../electron/shared/ipc-contract.ts';
import { WINDOW_SUBJECT, type FeedbackStore } from './feedback.ts';

/** Keys of calls under way, for buttons to show progress. */
export const callKey = (call: PageCall, subject: string, part = ''): string =>
  `${call}:${subject}${part}`;

/** What a call answers once it is done: a cancelled one was not. */
export type Done<N extends PageCall> = Exclude<CallOutput<N>, 'cancelled'>;

export interface Manner<N extends PageCall> {
  /** What the call is pending for and a failure belongs to. Left out: the credential of the input, else the window. */
  readonly subject?: string;
  /** A call under way is not begun again, but for another part of the same subject. */
  readonly part?: string;
  /** Said once it is done; null says nothing. */
  readonly said?: string | null | ((value: Done<N>) => string | null);
}

type Given<N extends PageCall, More extends readonly unknown[] = []> =
  undefined extends CallInput<N> ? [input?: CallInput<N>, ...More] : [input: CallInput<N>, ...More];

export interface WindowCalls {
  /** Null means it failed, was already running, or the person cancelled it. */
  readonly call: <N extends PageCall>(
    name: N,
    ...given: Given<N, [manner?: Manner<N>]>
  ) => Promise<Done<N> | null>;
  /** Kept out of feedback: it neither clears nor raises anything. */
  readonly quietly: <N extends PageCall>(
    name: N,
    ...given: Given<N>
  ) => Promise<Answer<CallOutput<N>>>;
  readonly onMenuCommand: Bridge['onCommandInvoked'];
}

export type Call = WindowCalls['call'];

/** They wait for each other, so that no choice is lost while another is on its way. */
const inTurn: ReadonlySet<PageCall> = new Set([
  // A sheet that is opened again while main looks for the one before gets an answer too.
  'backupList',
  'leakPlanChoose',
  'leakPlanSay',
  'leaseRemove',
  'leaseSet',
  'partnerPlanStep',
  'practiceChange',
  'rotationSay',
  'settingsChange',
  'tagAlertSet',
]);

type Callable = {
  readonly [N in PageCall]: (input: CallInput<N>) => Promise<Answer<CallOutput<N>>>;
};

/** What a call is about where it does not say: the credential of its input, else the window. */
export const subjectOf = (input: object | undefined): string =>
  input !== undefined && 'credentialId' in input && typeof input.credentialId === 'string'
    ? input.credentialId
    : WINDOW_SUBJECT;

export function createCalls(
  bridge: Callable & Pick<Bridge, 'onCommandInvoked'>,
  feedback: FeedbackStore,
  nowMs: () => number,
): WindowCalls {
  async function answered<N extends PageCall>(
    name: N,
    input: CallInput<N>,
  ): Promise<Answer<CallOutput<N>>> {
    try {
      return await (bridge as Callable)[name](input);
    } catch {
      return { ok: false, failure: { code: 'internal_error' } };
    }
  }

  async function make<N extends PageCall>(
    name: N,
    input: CallInput<N>,
    manner: Manner<N>,
  ): Promise<Done<N> | null> {
    const { subject = subjectOf(input), part, said } = manner;
    const key = callKey(name, subject, part);
    if (feedback.current().pending.has(key)) return null;
    feedback.begin(key);
    feedback.clear(subject);
    const answer = await answered(name, input);
    feedback.end(key);
    if (!answer.ok) {
      if (answer.failure.code !== 'cancelled_by_person') {
        feedback.fail(subject, answer.failure, nowMs());
      }
      return null;
    }
    if (answer.value === 'cancelled') return null;
    const value = answer.value as Done<N>;
    const words = typeof said === 'function' ? said(value) : (said ?? null);
    if (words !== null) feedback.say(words);
    return value;
  }

  let turns: Promise<unknown> = Promise.resolve();
  return {
    call(name, ...given) {
      const [input, manner = {}] = given as [CallInput<typeof name>, Manner<typeof name>?];
      if (!inTurn.has(name)) return make(name, input, manner);
      const turn = turns.then(() => make(name, input, manner));
      turns = turn;
      return turn;
    },
    quietly: (name, ...given) => answered(name, given[0] as CallInput<typeof name>),
    onMenuCommand: bridge.onCommandInvoked,
  };
}
