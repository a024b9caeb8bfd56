// What the tray shows at a glance: the worst state, how many tokens live, the next expiry. Pure, from
// the same view the window gets. Absolute times only: nothing counts down in a menu.
import { counted } from '../../shared/counts.ts';
import { needsPerson } from '../../shared/credentials/credential-attention.ts';
import type { CredentialView, TokenView } from '../../shared/credentials/credential-view.ts';
import type { TokenState } from '../../shared/words.ts';
import type { AppView } from '../../shared/views.ts';

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
interface Glanced extends Pick<
  AppView,
  'vault' | 'handOut' | 'restingAtLock' | 'unprovenAtLock' | 'worksUntilMs'
> {
  readonly credentials: readonly (Pick<
    CredentialView,
    'label' | 'lastFailure' | 'leakPlan' | 'rotation' | 'secretDue'
  > & {
    readonly tokens: readonly GlancedToken[];
  })[];
}

type GlancedToken = Pick<
  TokenView,
  'live' | 'state' | 'expiresAtMs' | 'sentAtMs' | 'unsaved' | 'unreplaced'
>;

export function trayFace(view: Glanced, timeZone?: string): TrayFace {
  if (view.vault.state === 'absent') {
    return { state: 'locked', lines: ['No vault here'], vault: 'none', worksOn: false };
  }
  if (view.vault.state === 'locking') {
    const lines = ['Strongroom is locking'] as const;
    return { state: 'locked', lines, vault: 'locked', worksOn: false };
  }
  if (view.vault.state !== 'unlocked') {
    const lines = linesWhileLocked(view, timeZone);
    const worksOn = view.worksUntilMs !== null;
    return { state: 'locked', lines, vault: 'locked', worksOn };
  }
  const { live, byState, needing, next } = countsOf(view.credentials);
  const having = (state: TokenState): number => byState.get(state) ?? 0;
  const alarms = [...ALARMS].reduce((sum, state) => sum + having(state), 0);
  const expiring = having('expiring');
  const revoking = having('revoking');
  const propagating = having('propagating');
  const lines: string[] = [];
  if (alarms > 0)
    lines.push(`${counted(alarms, 'token')} ${alarms === 1 ? 'needs' : 'need'} attention`);
  if (needing > 0)
    lines.push(`${counted(needing, 'credential')} ${needing === 1 ? 'needs' : 'need'} attention`);
  if (revoking > 0) lines.push(`Revoking ${counted(revoking, 'token')}, not accepted yet`);
  if (propagating > 0)
    lines.push(`${counted(propagating, 'revoked token')} not confirmed dead yet`);
  if (expiring > 0) lines.push(`${counted(expiring, 'token')} expiring`);
  const { held } = view.handOut;
  if (held > 0) lines.push(`${counted(held, 'program')} ${held === 1 ? 'holds' : 'hold'} a token`);
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
  if (held > 0) lines.push(`${counted(held, 'program')} ${held === 1 ? 'holds' : 'hold'} a token`);
  if (renewals > 0) lines.push(`${counted(renewals, 'renewal')} paused`);
  if (unproven > 0) lines.push(`${counted(unproven, 'revoked token')} not confirmed dead yet`);
  return lines;
}

interface Counts {
  readonly live: number;
  /** Of those, but for refused ones that a newer token replaces. */
  readonly byState: ReadonlyMap<TokenState, number>;
  /** Credentials that need somebody for another reason. */
  readonly needing: number;
  readonly next: { readonly label: string; readonly atMs: number } | null;
}

/** One by one: they may be ten thousand, and are looked at with every change. */
function countsOf(credentials: Glanced['credentials']): Counts {
  const byState = new Map<TokenState, number>();
  let live = 0;
  let needing = 0;
  let next: { label: string; atMs: number } | null = null;
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
