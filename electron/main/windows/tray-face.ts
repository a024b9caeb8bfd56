// What the tray shows at a glance: the worst state, how many tokens live, the next expiry. Pure, from
// the same view the window gets. Absolute times only: nothing counts down in a menu.
import { counted } from '../../shared/counts.ts';
import { needsPerson } from '../../shared/credentials/credential-attention.ts';
import type { TokenState } from '../../shared/words.ts';
import type { ShownView } from '../../shared/views.ts';

export type TrayState = 'locked' | 'unlocked' | 'expiring' | 'attention';

export interface TrayFace {
  readonly state: TrayState;
  /** One line each, the most important first. */
  readonly lines: readonly [string, ...string[]];
  readonly vault: 'none' | 'locked' | 'unlocked';
  /** The window is locked, and the vault works on behind it. */
  readonly worksOn: boolean;
}

const ALARMS: ReadonlySet<TokenState> = new Set<TokenState>([
  'still_honoured',
  'revoke_failed',
  'refused',
  'quarantined',
  'possibly_issued',
  'unclear',
  'needs_you',
]);

/** Those, or what is about to be one, take the place of an older token. */
const WORKS: ReadonlySet<TokenState> = new Set<TokenState>(['active', 'expiring', 'requesting']);

/** What of a view it is made of. */
type Glanced = Pick<
  ShownView,
  'vault' | 'handOut' | 'restingAtLock' | 'unprovenAtLock' | 'worksUntilMs' | 'credentials'
>;

const need = (value: number, what: string): string =>
  `${counted(value, what)} ${value === 1 ? 'needs' : 'need'} attention`;
const holding = (programs: number): string =>
  `${counted(programs, 'program')} ${programs === 1 ? 'holds' : 'hold'} a token`;

export function trayFace(view: Glanced, timeZone?: string): TrayFace {
  const { state } = view.vault;
  const locked = { state: 'locked', vault: 'locked', worksOn: false } as const;
  if (state === 'absent') return { ...locked, lines: ['No vault here'], vault: 'none' };
  if (state === 'locking') return { ...locked, lines: ['Strongroom is locking'] };
  if (state !== 'unlocked') {
    const lines = linesWhileLocked(view, timeZone);
    return { ...locked, lines, worksOn: view.worksUntilMs !== null };
  }
  const { live, byState, needing, next } = countsOf(view.credentials);
  const having = (each: TokenState): number => byState.get(each) ?? 0;
  const alarms = [...ALARMS].reduce((sum, each) => sum + having(each), 0);
  const expiring = having('expiring');
  const revoking = having('revoking');
  const propagating = having('propagating');
  const { held } = view.handOut;
  const lines: string[] = [];
  if (alarms > 0) lines.push(need(alarms, 'token'));
  if (needing > 0) lines.push(need(needing, 'key'));
  if (revoking > 0) lines.push(`Revoking ${counted(revoking, 'token')}, not accepted yet`);
  if (propagating > 0)
    lines.push(`${counted(propagating, 'revoked token')} not confirmed dead yet`);
  if (expiring > 0) lines.push(`${counted(expiring, 'token')} expiring`);
  if (held > 0) lines.push(holding(held));
  lines.push(live === 0 ? 'No live token' : counted(live, 'live token'));
  if (next !== null) lines.push(`Next expiry: ${next.label}, ${clock(next.atMs, timeZone)}`);
  const [first = '', ...rest] = lines;
  return {
    state: alarms + needing > 0 ? 'attention' : expiring > 0 ? 'expiring' : 'unlocked',
    lines: [first, ...rest],
    vault: 'unlocked',
    worksOn: false,
  };
}

/** What rests: after a start nobody knows how much of it there is, after a lock it is known. No name is told. */
function linesWhileLocked(view: Glanced, timeZone?: string): [string, ...string[]] {
  const { restingAtLock: renewals, unprovenAtLock: unproven, worksUntilMs } = view;
  const { held } = view.handOut;
  const lines: [string, ...string[]] =
    worksUntilMs === null
      ? ['Strongroom is locked', 'Alerts, renewals and revocations pause until it is unlocked']
      : ['Strongroom is locked and keeps working', `Until ${clock(worksUntilMs, timeZone)}`];
  if (held > 0) lines.push(holding(held));
  if (renewals > 0) lines.push(`${counted(renewals, 'renewal')} paused`);
  if (unproven > 0) lines.push(`${counted(unproven, 'revoked token')} not confirmed dead yet`);
  return lines;
}

/** One by one: they may be ten thousand, and are looked at with every change. */
function countsOf(credentials: Glanced['credentials']) {
  /** Live tokens, but for refused ones that a newer token replaces. */
  const byState = new Map<TokenState, number>();
  let live = 0;
  /** Credentials that need somebody for another reason. */
  let needing = 0;
  let next: { readonly label: string; readonly atMs: number } | null = null;
  for (const credential of credentials) {
    const { label, tokens } = credential;
    if (needsPerson(credential)) needing += 1;
    // Tokens come newest first: one that the server refuses needs nobody once a newer one works.
    let replaced = false;
    for (const token of tokens) {
      if (token.live && !(token.state === 'refused' && replaced)) {
        byState.set(token.state, (byState.get(token.state) ?? 0) + 1);
      }
      replaced ||= WORKS.has(token.state);
      if (!token.live) continue;
      live += 1;
      const atMs = token.expiresAtMs;
      if (atMs !== null && (next === null || atMs < next.atMs)) next = { label, atMs };
    }
  }
  return { live, byState, needing, next };
}

function clock(atMs: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  })
    .format(atMs)
    .replace(',', '');
}
