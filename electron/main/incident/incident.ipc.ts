// A leaked key, a Partner's token and the report of a run at the boundary: the contract's calls about them, what main asks
// before tokens are ended or an old secret is tried, and the plan for a leak as the window sees it.
import { counted } from '../../shared/counts.ts';
import { gone } from '../../shared/failures/failure.ts';
import type { CheckedInput } from '../../shared/ipc-contract.ts';
import type { LeakPlanView } from '../../shared/incident/rotation-view.ts';
import type { CredentialId } from '../domain/ids.ts';
import { fullNameOf } from '../domain/place-words.ts';
import { fail, mapped, ok, type Outcome } from '../domain/result.ts';
import { isLive } from '../domain/token-life.ts';
import type { Token } from '../domain/token.ts';
import { aboutKey, aboutRealKey } from '../tokens/about-key.ts';
import type { HandlerParts } from '../ipc/handler-parts.ts';
import { whileOpen } from '../ipc/while-open.ts';
import { beyondRun } from '../revoke-all/run-tokens.ts';
import type { RevocationRuns } from '../revoke-all/revocation-runs.ts';
import { questionBeforeRun } from '../revoke-all/revoke-all.ipc.ts';
import type { Question } from '../secret-input/ports.ts';
import { checkExport } from '../secret-scan/secret-scan.ts';
import { stateOf } from '../tokens/ledger/housekeeping.ts';
import { findToken, type OpenSession } from '../tokens/open-session.ts';
import { pageName, savePageAndFacts } from '../vault/exported-file.ts';
import { incidentPage } from './incident-page.ts';
import { incidentReport, reportedState } from './incident-report.ts';
import type { LeakPlans } from './leak-plans.ts';
import type { PartnerPlans } from './partner-guide.ts';
import { tryOldSecretQuestion } from './rotations.ipc.ts';

interface Open {
  readonly session: OpenSession;
  readonly leaks: LeakPlans;
  readonly plans: PartnerPlans;
  readonly stops: RevocationRuns;
}

export function incidentHandlers(parts: HandlerParts<Open>) {
  const { vaultSession, singleActs } = parts;
  return whileOpen(vaultSession, {
    stopReport: (open, input) => saveReport(parts, open, input),
    leakPlanStart: {
      ask: (_open, { credentialId }) => singleActs.ask('end', credentialId, startPlanQuestion),
      act: ({ leaks }, { credentialId }) => leaks.start(credentialId),
    },
    leakPlanRevoke: {
      ask: (open, { credentialId }) =>
        questionBeforeRun(open, { kind: 'credential', credentialId }),
      act: async ({ leaks }, { credentialId }) =>
        mapped(await leaks.revokeAll(credentialId), (runId) => ({ runId })),
    },
    leakPlanChoose: ({ leaks }, { credentialId, way }) => leaks.choose(credentialId, way),
    leakPlanSay: {
      ask({ leaks, session }, { credentialId, step, done }) {
        const count = done && step === 'delete_client' ? leaks.revokedByDeletion(credentialId) : 0;
        return aboutRealKey(session, credentialId, ({ name }) =>
          count === 0 ? null : deletedQuestion(name, count),
        );
      },
      act: ({ leaks }, { credentialId, step, done }) => leaks.say(credentialId, step, done),
    },
    leakPlanTryOldSecret: {
      ask: ({ session }, { credentialId }) =>
        aboutKey(session, credentialId, ({ name, credential }) =>
          tryOldSecretQuestion(name, credential),
        ),
      act: ({ leaks }, { credentialId }) => leaks.tryOld(credentialId),
    },
    leakPlanClose: {
      ask: ({ session }, { credentialId }) =>
        aboutRealKey(session, credentialId, ({ name }) => closePlanQuestion(name)),
      act: ({ leaks }, { credentialId }) => leaks.close(credentialId),
    },
    partnerPlanStart: {
      ask({ session }, { tokenId }) {
        const token = findToken(session, tokenId);
        if (token === null) return fail(gone('token'));
        if (token.partnerPlan !== null) return ok(null);
        return singleActs.ask('end', token.credentialId, (name) =>
          partnerStartQuestion(token, name),
        );
      },
      act: ({ plans }, { tokenId }) => plans.start(tokenId),
    },
    partnerPlanStep: ({ plans }, { tokenId, step, done }) => plans.setStep(tokenId, step, done),
    partnerPlanTryOldSecret: {
      ask({ session }, { tokenId }) {
        const token = findToken(session, tokenId);
        if (token === null) return fail(gone('token'));
        return ok(oldSecretQuestion(fullNameOf(session.vault.contents(), token.credentialId)));
      },
      act: ({ plans }, { tokenId }) => plans.tryOldSecret(tokenId),
    },
  });
}

/** Main asks where; the page learns only that it was done. */
async function saveReport(
  { dialogs, saved, version }: HandlerParts<Open>,
  { session, stops }: Open,
  { runId, notes }: CheckedInput<'stopReport'>,
): Outcome<void | 'cancelled'> {
  const run = stops.find(runId);
  if (run === null) return fail(gone('run'));
  const file = await dialogs.chooseSave(
    'Save incident report',
    pageName('incident', run.pressedAtMs),
  );
  if (file === null) return ok('cancelled');
  // The person may have taken minutes: the report says how it stands now.
  const contents = session.vault.contents();
  const now = stops.find(run.id) ?? run;
  const report = incidentReport({
    ...contents,
    run: now,
    beyond: beyondRun(session, contents, now),
    stateOf: (token) =>
      reportedState(stateOf(session, contents, token), isLive(session, contents, token)),
    nowMs: session.clock.nowMs(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    version,
    withNotes: notes,
  });
  const historyHead = contents.history?.head ?? null;
  const written = await savePageAndFacts(
    file,
    { report, historyHead },
    (factsName) => incidentPage(report, factsName, historyHead),
    (pages) => checkExport(session, pages),
  );
  if (!written.ok) return written;
  saved.note(file);
  session.recordEvent({
    what: 'report_exported',
    runId: run.id,
    count: report.counts.tokens,
  });
  return ok();
}

export function toLeakPlanView(
  { leaks }: Pick<Open, 'leaks'>,
  id: CredentialId,
): LeakPlanView | null {
  const standing = leaks.standing(id);
  if (standing === null) return null;
  const { plan, tokens, oldSecret, rotation } = standing;
  const { startedAtMs, way, runId, said } = plan;
  const steps = said.map(({ step }) => step);
  return { startedAtMs, way, runId, said: steps, tokens, oldSecret, rotation };
}

const startPlanQuestion = (name: string): Question => ({
  message: `Start the plan for the leaked key of ${name}?`,
  detail: 'Its tokens are renewed no more. Whatever uses them stops when they expire.',
  choices: ['Start the plan'],
});

/** @param count tokens that are revoked then. */
const deletedQuestion = (name: string, count: number): Question => ({
  message: `Revoke ${counted(count, 'token')} of ${name}, whose client you deleted?`,
  detail: 'Everything that uses them stops now. This cannot be undone.',
  choices: [`Revoke ${counted(count, 'token')}`],
  serious: true,
});

const closePlanQuestion = (name: string): Question => ({
  message: `Close the plan for the leaked key of ${name}?`,
  detail:
    'The key no longer counts as leaked. Its tokens are asked for without a question. Renewal goes on where it is ' +
    'switched on.',
  choices: ['Close the plan'],
});

const partnerStartQuestion = ({ fingerprint }: Token, label: string): Question => ({
  message: `Start to end token ${fingerprint} of ${label}?`,
  detail: 'It is renewed no more. Whatever uses it stops when it expires or its key is revoked.',
  choices: ['Start the web app steps'],
});

const oldSecretQuestion = (label: string): Question => ({
  message: `Try the stored client secret of ${label}?`,
  detail:
    'If the server still accepts it, it issues one more live token. That token is listed ' +
    'here, so that it can be followed until it is dead.',
  choices: ['Try the old secret'],
});
