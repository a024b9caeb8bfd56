// Facts by name, one below the other.
import { type ReactNode, useId } from 'react';

interface Of {
  readonly label: string;
  /** As it stands in a file or in an answer. */
  readonly mono?: boolean;
  readonly children: ReactNode;
}

export function Fact({ label, mono = false, children }: Of): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={mono ? 'mono wrap' : undefined}>{children}</dd>
    </div>
  );
}

export function Facts(props: {
  readonly of: readonly (readonly [label: string, value: ReactNode])[];
  readonly mono?: boolean;
  readonly className?: string;
}): ReactNode {
  const { mono = false, className = '' } = props;
  return (
    <dl className={`facts ${className}`}>
      {props.of.map(([label, value]) => (
        <Fact key={label} label={label} mono={mono}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

/** A section of the detail under its heading, with what can be done about the whole of it at the end of that line. */
export function DetailSection(props: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="section-head">
        <h3 id={id}>{props.title}</h3>
        {props.beside}
      </div>
      {props.children}
    </section>
  );
}
