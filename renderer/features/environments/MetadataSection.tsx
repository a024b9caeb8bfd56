// Where a person may ask the server of an environment for its metadata (RFC 8414). Nothing is fetched before
// that; main asks once more, in its own dialog that names the address.
import { useState, type ReactNode } from 'react';
import type { EnvironmentView } from '../../../electron/shared/environments/environment-view.ts';
import type { MetadataView } from '../../../electron/shared/environments/metadata-view.ts';
import { callKey } from '../../bridge/commands.ts';
import type { MetadataOf } from './environment-commands.ts';
import { Button } from '../../components/Button.tsx';
import { TextField } from '../../components/Field.tsx';
import { SheetFailure } from '../../components/Failures.tsx';
import { metadataWords as words } from './en-metadata.ts';
import { useApp, useFeedback } from '../../state/app-context.tsx';
import { MetadataReading } from './MetadataReading.tsx';

const SUBJECT = 'environment-metadata';

export function MetadataSection(props: {
  readonly of: MetadataOf;
  /** The issuer most likely meant. */
  readonly baseUrl: string;
  /** Null: it is being typed and not there yet. */
  readonly environment: EnvironmentView | null;
  /** Opened for this: the field takes the focus. */
  readonly open?: boolean;
}): ReactNode {
  const { of, baseUrl, environment } = props;
  const { commands } = useApp();
  const [open, setOpen] = useState(props.open ?? false);
  const [typed, setTyped] = useState<string | null>(null);
  const [view, setView] = useState<MetadataView | null>(null);
  const busy = useFeedback(({ pending }) =>
    pending.has(callKey('environmentMetadataRead', SUBJECT)),
  );
  const issuer = typed ?? baseUrl;
  const read = async (): Promise<void> => {
    setView(null);
    setView(await commands.readMetadata(SUBJECT, of, issuer));
  };
  const take = async (): Promise<void> => {
    if (environment !== null && view !== null) {
      await commands.takeMetadata(SUBJECT, environment, view.id);
    }
  };
  return (
    <>
      {environment === null ? <p className="field-label">{words.title}</p> : <h3>{words.title}</h3>}
      <p className="secondary">{words.lead}</p>
      {open ? (
        <>
          <TextField
            label={words.issuer}
            hint={words.issuerHint}
            className="mono"
            inputMode="url"
            value={issuer}
            maxLength={4096}
            data-wanted={props.open === true ? '' : undefined}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button or action made room for it.
            autoFocus
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              // Within the form of a new environment Enter would add it.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (!busy) void read();
            }}
          />
          <SheetFailure subject={SUBJECT} />
          <div className="field-row">
            <Button busy={busy} onClick={() => void read()}>
              {words.read}
            </Button>
          </div>
          {view !== null && (
            <MetadataReading view={view} environment={environment} onTake={() => void take()} />
          )}
        </>
      ) : (
        <div className="field-row">
          <Button onClick={() => setOpen(true)}>{words.begin}</Button>
        </div>
      )}
    </>
  );
}
