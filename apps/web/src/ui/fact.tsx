import type { ReactNode } from 'react';

/** One line of a list of names and values, inside a `dl`. `total` marks the one that the others add up to. */
export function Fact({ name, children, total = false }: { name: string; children: ReactNode; total?: boolean }) {
  return (
    <div data-total={total || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
