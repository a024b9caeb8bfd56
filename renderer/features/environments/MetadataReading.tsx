// What the server of an environment says of itself, side by side with what is used, and what of it a person
// may take over.
import { useEffect, useRef, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { MetadataView } from '../../../electron/shared/environments/metadata-view.ts';
import { useMinute } from '../../clock/use-time.ts';
import { Button } from '../../components/Button.tsx';
import { metadataWords as words } from './en-metadata.ts';
import { clockTime } from '../../i18n/time.ts';
import { compareMetadata, isTaken, type MetadataRow } from './metadata-comparison.ts';

export function MetadataReading(props: {
  readonly view: MetadataView;
  /** Null: one that is not added yet, for which nothing can be taken over. */
  readonly environment: EnvironmentView | null;
  readonly onTake: () => void;
}): ReactNode {
  const { view, environment } = props;
  const nowMs = useMinute(true);
  const taken = isTaken(view, environment);
  const rows = compareMetadata(view, environment);
  const differences = rows.filter(({ verdict }) => verdict === 'differs').length;
  return (
    <>
      {/* Anew where something was taken over: the button that was pressed is gone. */}
      <Headline key={`${view.id} ${taken}`} text={words.headline(differences)} />
      <p>{words.unchanged}</p>
      <table className="metadata-points" aria-label={words.table(view.issuer)}>
        <thead>
          <tr>
            <th scope="col">{words.columns.said}</th>
            <th scope="col">{words.columns.used}</th>
          </tr>
        </thead>
        {rows.map((row) => (
          <Point key={`${row.what} ${row.kind}`} row={row} />
        ))}
      </table>
      <p className="secondary wrap">
        {words.whence(view.address, clockTime(view.readAtMs, nowMs))}
      </p>
      <Offer {...props} taken={taken} />
    </>
  );
}

/** Takes the focus, so that what was asked for is read next. */
function Headline({ text }: { readonly text: string }): ReactNode {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <p className="comparison-headline" tabIndex={-1} ref={line}>
      {text}
    </p>
  );
}

function Point({ row }: { readonly row: MetadataRow }): ReactNode {
  const name = (text: string): string =>
    row.kind === 'authentication' ? words.method(text) : text;
  return (
    <tbody data-verdict={row.verdict}>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          {words.row(row)} <span className="metadata-verdict">{words.verdict(row.verdict)}</span>
        </th>
      </tr>
      <tr>
        <td>
          {row.said.length === 0 && words.nothingSaid}
          {row.byDefault && <p>{words.byDefault}</p>}
          {row.said.map((text) => (
            <p key={text} className="mono wrap">
              {name(text)}
            </p>
          ))}
        </td>
        <td>
          {row.used.length === 0 && words.off}
          {row.used.map(({ accessType, text }) => (
            <p key={`${accessType ?? ''} ${text}`}>
              {accessType !== null && row.kind === 'address' && `${words.accessType(accessType)}: `}
              <span className="mono wrap">{name(text)}</span>
            </p>
          ))}
        </td>
      </tr>
    </tbody>
  );
}

function Offer(props: {
  readonly view: MetadataView;
  readonly environment: EnvironmentView | null;
  readonly taken: boolean;
  readonly onTake: () => void;
}): ReactNode {
  const { offer } = props.view;
  if (offer === null) return null;
  if (props.environment === null) return <p className="wrap">{words.offerLater(offer.path)}</p>;
  if (props.taken) return <p>{words.taken}</p>;
  return (
    <>
      <p className="wrap">{words.offer(offer.path)}</p>
      <div className="field-row">
        <Button onClick={props.onTake}>{words.take}</Button>
      </div>
    </>
  );
}
