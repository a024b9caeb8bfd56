// The health report: how many keys are fine, a bar a rule, what would hurt most first; of the rule that is chosen why it
// matters, what to do, and each finding with the button that does it. Below, who may do what.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type {
  HealthFinding,
  HealthReportView,
  HealthRule,
} from '../../../electron/shared/health/health-view.ts';
import {
  healthDetail,
  healthReportWords as words,
  healthWords,
} from '../../../electron/shared/health/health-words.ts';
import { dateOf } from '../../../electron/shared/health/secret-due.ts';
import type { AppView } from '../../../electron/shared/views.ts';
import { runAction, type ActionName } from '../../actions/actions.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Bars } from '../../components/Bars.tsx';
import { CallButton } from '../../components/CallButton.tsx';
import { Sheet, SheetFoot } from '../../components/Sheet.tsx';
import { isFocusNowhere } from '../../components/keep-focus.ts';
import { WindowFailure } from '../../components/Failures.tsx';
import { useApp } from '../../state/app-context.tsx';
import { AccessMap } from './AccessMap.tsx';

const NAMED_SHOWN = 20;

/** What does it. */
const remedy = {
  secret_over: 'rotate_secret',
  same_secret: 'rotate_secret',
  recovery_untested: 'try_recovery_key',
  backups_untested: 'backups',
  authority_ends: 'about_environment',
  left_to_live: 'revoke_replaced',
  two_access_types: 'edit_owner',
  renewal_rests: 'locking',
  trade_unused: 'edit_scopes',
  unused: 'delete_credential',
  never_used: 'get_or_renew',
  no_owner: 'edit_owner',
} as const satisfies Readonly<Record<HealthRule, ActionName>>;

export function HealthSheet(props: {
  readonly view: AppView;
  /** The rule to come back to, or the map that it was opened for. */
  readonly at?: HealthRule | 'access';
}): ReactNode {
  const { view, at } = props;
  const report = useReport(view.credentials);
  const [chosen, choose] = useState(at);
  const lines = report?.lines ?? [];
  const line = lines.find(({ rule }) => rule === chosen) ?? lines[0];
  const isMade = report !== null;
  useEffect(() => {
    if (isMade && at === 'access') document.querySelector<HTMLElement>('.access-map h3')?.focus();
    // Where all is well, the headline keeps the focus.
    else if (isMade && isFocusNowhere())
      document.querySelector<HTMLElement>('.health-line button')?.focus();
  }, [isMade, at]);
  return (
    <Sheet title={words.title} wide>
      <output className="headline" tabIndex={-1} data-wanted="">
        {report === null
          ? words.looking
          : lines.length === 0
            ? words.quiet
            : words.fine(report.fine, report.credentials)}
      </output>
      {report !== null && (
        <>
          <p className="secondary">{words.looked(report.credentials)}</p>
          {!report.complete && <p className="secondary">{words.incomplete}</p>}
          <Bars
            label={words.rules}
            chosen={line?.rule ?? null}
            bars={lines.map(({ rule, found }) => ({
              key: rule,
              name: healthWords[rule].title,
              count: found,
              onChoose: () => choose(rule),
            }))}
          />
          {line !== undefined && <Line line={line} view={view} />}
          <AccessMap view={view} />
        </>
      )}
      <WindowFailure />
      <SheetFoot>
        <CallButton
          saves
          call="healthReportSave"
          said={words.saved}
          look="primary"
          disabled={report === null}
        >
          {words.save}
        </CallButton>
        <span className="spring" />
      </SheetFoot>
    </Sheet>
  );
}

type Credentials = AppView['credentials'];

/** Made anew whenever a credential or token changed, one report at a time. Null: not made yet. */
function useReport(credentials: Credentials): HealthReportView | null {
  const { call } = useApp();
  const asking = useRef(false);
  const [made, setMade] = useState<{ of: Credentials; report: HealthReportView | null }>();
  useEffect(() => {
    if (asking.current || made?.of === credentials) return;
    asking.current = true;
    void call('healthReport').then((report) => {
      asking.current = false;
      setMade((before) => ({ of: credentials, report: report ?? before?.report ?? null }));
    });
  }, [call, credentials, made]);
  return made?.report ?? null;
}

function Line(props: {
  readonly line: HealthReportView['lines'][number];
  readonly view: AppView;
}): ReactNode {
  const { rule, found, named } = props.line;
  const { title, why, todo } = healthWords[rule];
  const hidden = found - Math.min(named.length, NAMED_SHOWN);
  return (
    <section className="section health-line" data-rule={rule} aria-label={title}>
      <h3>{title}</h3>
      <p>{why}</p>
      <p>{todo}</p>
      <ul>
        {named.slice(0, NAMED_SHOWN).map((finding) => (
          <Finding key={finding.id ?? rule} rule={rule} finding={finding} view={props.view} />
        ))}
        {hidden > 0 && <li className="secondary">{words.more(hidden)}</li>}
      </ul>
    </section>
  );
}

function Finding(props: {
  readonly rule: HealthRule;
  readonly finding: HealthFinding;
  readonly view: AppView;
}): ReactNode {
  const { rule, finding, view } = props;
  const app = useApp();
  const { id, label } = finding;
  const action = remedy[rule];
  const name = id === null ? words.vault : label;
  const credential = view.credentials.find((each) => each.id === id);
  const about = credential === undefined ? undefined : { credential };
  // What it was about went since the report was made.
  const gone = id !== null && action !== 'about_environment' && about === undefined;
  const lead = (): void => {
    if (action === 'about_environment' && id !== null) {
      app.window.show({ kind: 'environment', environmentId: id });
    } else runAction(app, action, about);
    const { sheet } = app.window.current();
    if (sheet !== null && sheet.kind !== 'health') {
      app.window.patch({ back: { kind: 'health', at: rule } });
    }
  };
  return (
    <li className="line">
      <span className="wrap">{name}</span>
      <span className="secondary">{healthDetail(rule, finding, dateOf)}</span>
      {!gone && (
        <ActionButton
          name={action}
          {...(about === undefined ? {} : { about })}
          look="plain"
          of={`: ${name}`}
          run={lead}
        />
      )}
    </li>
  );
}
