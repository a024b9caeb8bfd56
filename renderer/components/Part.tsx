// One part of a long sheet: its heading beside what belongs to it, and in view as long as that is.
import { useId, type ReactNode } from 'react';

export function Part(props: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <h3 id={id}>{props.title}</h3>
      <div>{props.children}</div>
    </section>
  );
}
