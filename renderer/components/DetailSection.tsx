// A section of the detail under its heading, with what can be done about the whole of it at the end of that line.
import { useId, type ReactNode } from 'react';

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
