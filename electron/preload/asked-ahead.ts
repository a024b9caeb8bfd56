// The page's first question, asked while its script is still being read: the answer is there when that
// runs, and what main says meanwhile waits for the first listener. The page sees no difference.

/** Of Electron's ipcRenderer what is needed here, for two channels of the contract. */
interface AheadPorts {
  readonly ask: (input: unknown) => Promise<unknown>;
  /** The answer stops. */
  readonly hear: (take: (payload: unknown) => void) => () => void;
}

interface AskedAhead {
  /** In place of `ask`. */
  readonly ask: (input: unknown) => Promise<unknown>;
  /** Before a first listener is added: it is told what came before it. */
  readonly tellMissed: (listener: (payload: unknown) => void) => void;
}

/** More would be of a page that never listens; one that does asks anew where a number is missing. */
const MOST_KEPT = 32;

export function askAhead(question: { readonly held: null }, ports: AheadPorts): AskedAhead {
  const missed: unknown[] = [];
  const stop = ports.hear((payload) => {
    if (missed.length < MOST_KEPT) missed.push(payload);
  });
  let answer: Promise<unknown> | null = ports.ask(question);
  // The page is told when it asks; unasked it is nobody's failure.
  answer.catch(() => undefined);
  return {
    ask(input) {
      const ahead = isSame(input, question) ? answer : null;
      answer = null;
      return ahead ?? ports.ask(input);
    },
    tellMissed(listener) {
      stop();
      for (const payload of missed.splice(0)) listener(payload);
    },
  };
}

const isSame = (input: unknown, question: object): boolean =>
  JSON.stringify(input) === JSON.stringify(question);
