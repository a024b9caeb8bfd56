// What main asks before many tokens are revoked at once, and before a queue is stopped: the
// consequence in numbers and names. Pure.
import { counted, whole } from '../../shared/counts.ts';
import type { RevocationRun, RevocationScope } from '../domain/revocation-run.ts';
import { fullNameOf } from '../domain/place-words.ts';
import type { Question } from '../secret-input/ports.ts';
import type { RunCounts } from './revocation-runs.ts';
import type { VaultContents } from '../vault/store/vault.ts';

/** @param counts at least one token that can be revoked or guided. */
export function revokeAllQuestion(
  counts: RunCounts,
  scope: RevocationScope,
  contents: VaultContents,
): Question {
  const { revocable, trading, underWay, guided, outOfReach } = counts;
  const toRevoke = revocable + underWay;
  const owners = `of ${counted(counts.credentials.length, 'credential')}`;
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
  ];
  return {
    message: `${what}${placeOf(scope, contents)}?`,
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
export function cancelQuestion(run: RevocationRun, unsent: number): Question {
  const all = counted(run.tokenIds.length, 'token');
  return {
    message:
      unsent === 0
        ? 'Stop the queue? Every token was sent already.'
        : `Leave ${counted(unsent, 'token')} alone?`,
    detail:
      `${whole(run.tokenIds.length - unsent)} of ${all} were sent; what was sent cannot be taken back and ` +
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
