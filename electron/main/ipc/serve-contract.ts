// Serves the contract: one handler per call, nothing besides. Checks the sender, validates input and
// output with strict schemas, asks the person where the contract says so, and turns every bug into
// `internal_error` with a correlation id. The only catch of the app stands here.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { channelOf } from '../../shared/ipc-channels.ts';
import {
  callNames,
  type CallName,
  calls,
  type Answer,
  type CheckedInput,
  type CallOutput,
  type Calls,
} from '../../shared/ipc-contract.ts';
import type { Failure } from '../../shared/failures/failure.ts';
import { fail, ok, type Result, type Outcome } from '../domain/result.ts';
import type { Dialogs, Question } from '../secret-input/ports.ts';
import { judgeCaller, type Caller, type KnownWindow, type Refusal } from './sender-policy.ts';

/** What a call answers. No value is `done`, where the contract has that word for it. */
export type Answered<N extends CallName> = Awaitable<
  Result<CallOutput<N> | ('done' extends CallOutput<N> ? void : never)>
>;
/** The question that a call is preceded by, or null where this input needs none. */
export type Asked = Awaitable<Result<Question | null>>;
type Awaitable<T> = T | Promise<T>;

/** The choice of a call that needed no question. */
export const NOT_ASKED = -1;

/**
 * A call with lasting effect: what to ask, then what to do. A hostile window can only make the
 * question appear (I6). `act` is given `NOT_ASKED` where nothing was asked.
 */
export interface Confirmed<N extends CallName> {
  readonly ask: (input: CheckedInput<N>) => Asked;
  readonly act: (input: CheckedInput<N>, choice: number) => Answered<N>;
}

export type Handlers = {
  readonly [N in CallName]: Calls[N] extends { readonly confirm: true }
    ? Confirmed<N>
    : (input: CheckedInput<N>) => Answered<N>;
};

/** A feature's handlers, each typed by its row of the contract. */
export const handlersOf = <N extends CallName>(handlers: Pick<Handlers, N>): Pick<Handlers, N> =>
  handlers;

export interface IpcServer {
  readonly handle: (
    channel: string,
    listener: (caller: Caller, input: unknown) => Promise<unknown>,
  ) => void;
}

interface ServePorts {
  readonly server: IpcServer;
  readonly window: () => KnownWindow | null;
  readonly dialogs: Dialogs;
  /** Why a call is refused whatever its handler would do, or null. */
  readonly fence: (name: CallName, input: unknown) => Failure | null;
  readonly log: {
    readonly event: (
      name: 'call_refused' | 'internal_error',
      fields: {
        readonly call: CallName;
        readonly reason?: Refusal;
        readonly kind?: string;
        readonly correlationId?: string;
      },
    ) => void;
  };
}

export function serveContract(handlers: Handlers, ports: ServePorts): void {
  for (const name of callNames) {
    ports.server.handle(channelOf(name), async (caller, input) => {
      const reason = await judgeCaller(caller, ports.window);
      if (reason !== null) {
        ports.log.event('call_refused', { call: name, reason });
        return fail({ code: 'not_allowed' });
      }
      return await answer(name, handlers, input, ports);
    });
  }
}

async function answer(
  name: CallName,
  handlers: Handlers,
  input: unknown,
  ports: ServePorts,
): Promise<Answer<unknown>> {
  const parsed = v.safeParse(calls[name].input, input);
  if (!parsed.success) return fail({ code: 'invalid_input', facts: { about: fieldOf(parsed) } });
  try {
    const fenced = ports.fence(name, parsed.output);
    if (fenced !== null) return fail(fenced);
    const result = await run(handlers[name] as AnyHandler, parsed.output, ports);
    if (!result.ok) {
      const { code, facts } = result.failure;
      // Anything else that a failure carries stays in main.
      return fail(facts === undefined ? { code } : { code, facts });
    }
    return ok(v.parse(calls[name].output, result.value === undefined ? 'done' : result.value));
  } catch (bug) {
    // SECURITY(S22): a bug's message and cause may hold anything; only its class name is kept.
    const correlationId = randomUUID();
    const kind = bug instanceof Error ? bug.name : 'unknown';
    ports.log.event('internal_error', { call: name, kind, correlationId });
    return fail({ code: 'internal_error', facts: { correlationId } });
  }
}

/** What every handler is once its name no longer matters: the schemas have typed the input. */
type AnyHandler =
  | ((input: unknown) => Awaitable<Result<unknown>>)
  | {
      readonly ask: (input: unknown) => Asked;
      readonly act: (input: unknown, choice: number) => Awaitable<Result<unknown>>;
    };

async function run(handler: AnyHandler, input: unknown, ports: ServePorts): Outcome<unknown> {
  if (typeof handler === 'function') return await handler(input);
  const question = await handler.ask(input);
  if (!question.ok) return question;
  if (question.value === null) return await handler.act(input, NOT_ASKED);
  // SECURITY(S28): the question is main's own; no window can answer it.
  const choice = await ports.dialogs.ask(question.value);
  if (choice === null) return ok('cancelled');
  question.value.confirmed?.();
  return await handler.act(input, choice);
}

function fieldOf(parsed: { readonly issues: readonly v.BaseIssue<unknown>[] }): string {
  const path = parsed.issues[0]?.path?.map((item) => String(item.key)) ?? [];
  return path.join('.').slice(0, 80);
}
