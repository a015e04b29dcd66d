import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { off: boolean; onStep: () => void; children: ReactNode };

/** A button to the next or the previous one. At an end it does nothing and looks so, but keeps the keyboard: a disabled one would lose it. */
export function StepButton({ off, onStep, children }: Props) {
  return (
    <Button
      variant="default"
      size="xs"
      aria-disabled={off || undefined}
      {...(off && { 'data-disabled': true })}
      onClick={() => {
        if (!off) onStep();
      }}
    >
      {children}
    </Button>
  );
}
