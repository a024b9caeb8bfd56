// What is worth a notification, and in which words. Labels, counts and times only: never a secret, a token or
// its fingerprint. Several facts are one notification.
import { whole } from '../../shared/counts.ts';
import { provenBy, type ProvenDeath } from '../../shared/tokens/evidence-words.ts';

export type AlertFact = {
  /** The same fact has the same key for as long as it lasts. */
  readonly key: string;
  readonly label: string;
} & (
  | { readonly kind: 'expires' | 'secret_due' | 'secret_over'; readonly atMs: number }
  /** Proven dead, after it was revoked or its key was. */
  | ({ readonly kind: 'dead' } & ProvenDeath)
  | { readonly kind: 'expired' | 'refused' | 'stopped' | 'revoke_failed' | 'still_honoured' }
);

export interface Notice {
  readonly title: string;
  readonly body: string;
}

const NAMES_TOLD = 2;

const calm: ReadonlySet<AlertFact['kind']> = new Set(['expires', 'expired', 'dead', 'secret_due']);
export const isUrgent = ({ kind }: AlertFact): boolean => !calm.has(kind);

const one: Readonly<Record<Exclude<AlertFact['kind'], 'dead'>, (at: string) => string>> = {
  still_honoured: () => 'A revoked token still works',
  revoke_failed: () => 'The server refused to revoke a token',
  refused: () => 'The server refuses a token or a key',
  stopped: () => 'Renewal stopped by itself',
  expired: () => 'A token has expired',
  secret_over: (at) => `A client secret was due for replacement by ${at}`,
  secret_due: (at) => `A client secret is due for replacement by ${at}`,
  expires: (at) => `A token expires at ${at}`,
};
const saidOf = (fact: AlertFact, at: string): string =>
  fact.kind === 'dead' ? `A revoked token is dead, ${provenBy(fact)}` : one[fact.kind](at);
const several: Readonly<Record<AlertFact['kind'], (count: number, at: string) => string>> = {
  still_honoured: (count) => `${whole(count)} revoked tokens still work`,
  revoke_failed: (count) => `The server refused to revoke ${whole(count)} tokens`,
  refused: (count) => `The server refuses ${whole(count)} tokens or keys`,
  stopped: (count) => `${whole(count)} renewals stopped by themselves`,
  secret_over: (count) => `${whole(count)} client secrets are overdue for replacement`,
  secret_due: (count, at) => `${whole(count)} client secrets are due for replacement by ${at}`,
  expired: (count) => `${whole(count)} tokens have expired`,
  expires: (count, at) => `${whole(count)} tokens expire by ${at}`,
  dead: (count) => `${whole(count)} revoked tokens are dead`,
};
/** The most pressing first. */
const order = Object.keys(several) as readonly AlertFact['kind'][];

/** @param zone where the person is; the machine's own unless given. */
export function noticeOf(
  facts: readonly AlertFact[],
  hideNames: boolean,
  zone: { readonly timeZone?: string } = {},
): Notice {
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const day = new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'long' });
  const lines = order.flatMap((kind) => {
    const same = facts.filter((fact) => fact.kind === kind);
    if (same.length === 0) return [];
    const lastMs = Math.max(0, ...same.map((fact) => ('atMs' in fact ? fact.atMs : 0)));
    const at = kind === 'expires' ? clock.format(lastMs) : day.format(lastMs);
    const [only] = same;
    const said =
      same.length === 1 && only !== undefined ? saidOf(only, at) : several[kind](same.length, at);
    return [hideNames ? `${said}.` : `${said}: ${namesOf(same)}.`];
  });
  return { title: 'Strongroom', body: lines.join('\n') };
}

function namesOf(facts: readonly AlertFact[]): string {
  const names = [...new Set(facts.map(({ label }) => plain(label)))];
  const told = names.slice(0, NAMES_TOLD).join(', ');
  const more = names.length - NAMES_TOLD;
  return more > 0 ? `${told} and ${whole(more)} more` : told;
}

/** Some desktops read markup in a notification: a label is text there too. */
function plain(label: string): string {
  return label.replaceAll(/[<>&\p{Cc}\p{Cf}]/gu, ' ').trim();
}
