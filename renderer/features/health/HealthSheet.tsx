// The health report on one page: what would hurt most first, each with why it matters, what to do, and the button
// that does it.
import { useEffect, useState, type ReactNode } from 'react';
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
import type { ActionName } from '../../actions/actions.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Button } from '../../components/Button.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { ShowSaved } from '../../components/ShowSaved.tsx';
import { WindowFailure } from '../../components/WindowFailure.tsx';
import { en } from '../../i18n/en.ts';
import { useApp } from '../../state/app-context.tsx';

const NAMED_SHOWN = 20;

/** What does it. Null: what is to be done begins at the credential itself. */
const remedy = {
  secret_over: 'rotate_secret',
  same_secret: 'rotate_secret',
  recovery_untested: 'lock',
  backups_untested: 'backups',
  authority_ends: 'about_environment',
  left_to_live: null,
  two_access_types: 'edit_credential',
  renewal_rests: 'settings',
  trade_unused: null,
  unused: 'delete_credential',
  never_used: 'get_or_renew',
  no_owner: 'edit_credential',
} as const satisfies Readonly<Record<HealthRule, ActionName | null>>;

export function HealthSheet(props: {
  readonly view: AppView;
  readonly onClose: () => void;
}): ReactNode {
  const { view, onClose } = props;
  const { commands } = useApp();
  const [report, setReport] = useState<HealthReportView | null>(null);
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    let gone = false;
    void commands.healthReport().then((made) => {
      if (made !== null && !gone) setReport(made);
    });
    return () => {
      gone = true;
    };
  }, [commands]);
  return (
    <Sheet title={words.title} onClose={onClose} wide>
      <output className="health-headline">
        {report === null ? words.looking : headlineOf(report)}
      </output>
      {report !== null && (
        <>
          <p className="secondary">{words.looked(report.credentials)}</p>
          {!report.complete && <p className="secondary">{words.incomplete}</p>}
          {report.lines.map((line) => (
            <Line key={line.rule} line={line} view={view} />
          ))}
        </>
      )}
      <WindowFailure />
      <div className="sheet-actions">
        <Button onClick={onClose}>{en.verbs.close}</Button>
        <span className="spring" />
        <ShowSaved saved={saved} />
        <Button
          look="primary"
          disabled={report === null}
          onClick={() => void commands.saveHealthReport().then(setSaved)}
        >
          {words.save}
        </Button>
      </div>
    </Sheet>
  );
}

function headlineOf({ lines }: HealthReportView): string {
  const total = lines.reduce((sum, { found }) => sum + found, 0);
  return total === 0 ? words.quiet : words.found(total);
}

function Line(props: {
  readonly line: HealthReportView['lines'][number];
  readonly view: AppView;
}): ReactNode {
  const { rule, found, named } = props.line;
  const { title, why, todo } = healthWords[rule];
  const hidden = found - Math.min(named.length, NAMED_SHOWN);
  return (
    <section className="health-line" data-rule={rule} aria-label={title}>
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
  const { window: store } = useApp();
  const { id, label } = finding;
  const detail = healthDetail(rule, finding, dateOf);
  const credential = view.credentials.find((each) => each.id === id);
  const action = remedy[rule];
  const name = id === null ? words.vault : label;
  const open = (): void => {
    if (id === null) return;
    store.show(null);
    store.open(id);
  };
  return (
    <li>
      <span className="wrap">{name}</span>
      <span className="secondary">{detail}</span>
      {rule === 'authority_ends' && id !== null ? (
        <ActionButton
          name="about_environment"
          look="plain"
          of={`: ${label}`}
          run={() => store.show({ kind: 'environment', environmentId: id })}
        />
      ) : action !== null ? (
        <ActionButton
          name={action}
          {...(credential === undefined ? {} : { about: { credential } })}
          look="plain"
          of={`: ${name}`}
        />
      ) : (
        <Button aria-label={`${en.list.open}: ${label}`} onClick={open}>
          {en.list.open}
        </Button>
      )}
    </li>
  );
}
