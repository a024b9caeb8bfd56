// "Revoke everything" at the boundary: the contract's calls, what main asks before many tokens are revoked at once and
// before a queue is stopped, and the runs as the window sees them. What became of each token stands in its own view.
import { counted, whole } from '../../shared/counts.ts';
import { gone } from '../../shared/failures/failure.ts';
import type {
  RevocationRunView,
  RevokeAllPreview,
} from '../../shared/revoke-all/revocation-run-view.ts';
import { MOST_ROWS } from '../../shared/view-parts.ts';
import type { TokenId } from '../domain/ids.ts';
import { fullNameOf } from '../domain/place-words.ts';
import { fail, mapped, ok, type Result } from '../domain/result.ts';
import type { RevocationRun, RevocationScope } from '../domain/revocation-run.ts';
import { whileOpen, type VaultServices } from '../ipc/while-open.ts';
import type { Question } from '../secret-input/ports.ts';
import { findTokens, type OpenSession } from '../tokens/open-session.ts';
import type { VaultContents } from '../vault/vault.ts';
import { beyondRun } from './run-tokens.ts';
import type { RevocationRuns } from './revocation-runs.ts';

interface Open {
  readonly session: OpenSession;
  readonly stops: RevocationRuns;
}

export function revokeAllHandlers({
  vaultSession,
}: {
  readonly vaultSession: VaultServices<Open>;
}) {
  return whileOpen(vaultSession, {
    revokeAllPreview({ stops }, { scope }) {
      const counts = stops.preview(scope);
      return ok({ ...counts, credentials: counts.credentials.slice(0, MOST_ROWS) });
    },
    revokeAllStart: {
      ask: (open, { scope }) => questionBeforeRun(open, scope),
      act: async ({ stops }, { scope }) => mapped(await stops.start(scope), (runId) => ({ runId })),
    },
    revocationRunCancel: {
      ask({ stops }, { runId }) {
        const run = stops.find(runId);
        if (run === null) return fail(gone('run'));
        return ok(cancelQuestion(run, stops.unsent(run)));
      },
      act: ({ stops }, { runId }) => stops.cancel(runId),
    },
    revocationRunClose: ({ stops }, { runId }) => stops.close(runId),
  });
}

/** Whoever presses it for every token must know which it leaves out. */
export const NOT_OF_SAVED = 'Tokens of a saved vault are not covered: it is locked.';

/** The moment of the answer is the trigger. `nothing_to_stop`. */
export function questionBeforeRun(
  { session, stops }: Open,
  scope: RevocationScope,
): Result<Question> {
  const counts = stops.preview(scope);
  if (counts.revocable + counts.underWay + counts.guided === 0) {
    return fail({ code: 'nothing_to_stop' });
  }
  return ok(revokeAllQuestion(counts, scope, session.vault));
}

/** @param counts at least one token that can be revoked or guided. */
function revokeAllQuestion(
  counts: RevokeAllPreview,
  scope: RevocationScope,
  vault: OpenSession['vault'],
): Question {
  const { revocable, trading, underWay, guided, outOfReach } = counts;
  const toRevoke = revocable + underWay;
  const owners = `of ${counted(counts.credentials.length, 'key')}`;
  const what =
    toRevoke === 0
      ? `Start the web app steps for ${counted(guided, 'Partner token')}`
      : revocable === 0
        ? `Continue revoking ${counted(underWay, 'token')}`
        : `Revoke ${counted(revocable, 'token')} ${owners}`;
  const sentences = [
    trading > 0 && `${whole(trading)} of them can trade.`,
    underWay > 0 && revocable > 0 && `${counted(underWay, 'more')} being revoked already.`,
    guided > 0 &&
      toRevoke > 0 &&
      `${counted(guided, 'Partner token')} must be ended in the web app: the steps are shown.`,
    outOfReach > 0 &&
      `${counted(outOfReach, 'token')} may live that cannot be revoked from here: the text is not kept.`,
    revocable > 0 &&
      `Everything that uses ${revocable === 1 ? 'it' : 'them'} stops now. This cannot be undone.`,
    vault.inMemory && NOT_OF_SAVED,
  ];
  return {
    message: `${what}${placeOf(scope, vault.contents())}?`,
    detail: sentences.filter((each) => each !== false).join(' '),
    choices: [
      revocable > 0
        ? `Revoke ${counted(revocable, 'token')}`
        : toRevoke > 0
          ? 'Continue revoking'
          : 'Start the steps',
    ],
    serious: true,
    inHurry: true,
  };
}

/** @param unsent tokens of the run of which nothing was sent yet. */
function cancelQuestion(run: RevocationRun, unsent: number): Question {
  const all = counted(run.tokenIds.length, 'token');
  return {
    message:
      unsent === 0
        ? 'Stop the queue? Every token was sent already.'
        : `Leave ${counted(unsent, 'token')} alone?`,
    detail:
      `${whole(run.tokenIds.length - unsent)} of ${all} were sent. What was sent cannot be taken back and ` +
      'goes on until it is proven. ' +
      (unsent === 0 ? '' : 'What was not sent stays live until it expires or is revoked later.'),
    choices: ['Stop the queue'],
    serious: true,
  };
}

function placeOf(scope: RevocationScope, contents: VaultContents): string {
  switch (scope.kind) {
    case 'all':
      return '';
    case 'environment': {
      const found = contents.environments.find(({ id }) => id === scope.environmentId);
      return found === undefined ? '' : ` in ${found.name}`;
    }
    case 'credential': {
      const name = fullNameOf(contents, scope.credentialId);
      return name === '' ? '' : `, ${name}`;
    }
    case 'tag':
      return ` tagged “${scope.tag}”`;
    case 'selection':
      return ' you selected';
  }
}

export function toRevocationRunViews({ session, stops }: Open): RevocationRunView[] {
  const contents = session.vault.contents();
  const known = (ids: readonly TokenId[]): TokenId[] =>
    findTokens(session, ids).map(({ id }) => id);
  return contents.revocationRuns
    .filter(({ closedAtMs }) => closedAtMs === null)
    .map((run) => ({
      id: run.id,
      scope: run.scope as RevocationRunView['scope'],
      pressedAtMs: run.pressedAtMs,
      firstSentAtMs: run.firstSentAtMs,
      cancelledAtMs: run.cancelledAtMs,
      tokenIds: known(run.tokenIds),
      guidedTokenIds: known(run.guidedTokenIds),
      beyondIds: beyondRun(session, contents, run).map((token) => token.id),
      width: stops.width(run),
      drillId: run.drillId,
    }));
}
