import { Button, Skeleton } from '@mantine/core';
import clsx from 'clsx';
import { Suspense, useEffect, useId, useState, type ReactNode, type RefObject } from 'react';
import classes from './chart.module.css';

type Props = {
  /** Names the button and what opens. */
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  /** Keeps its picture alone, however much room there is. */
  bare?: boolean;
  /** For those who open or close it from elsewhere. */
  panel?: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** Wide enough for two fields beside each other, and never wider than the screen. */
const WIDTH = 330;
const EDGE = 8;

/** A button with something to set under it. The browser itself closes it on Escape and on a click elsewhere, and gives the focus back. */
export function Drop({ label, icon, disabled = false, bare = false, panel, children }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        id={`${id}button`}
        variant="default"
        size="compact-xs"
        className={clsx(classes.menuButton, bare && classes.bare)}
        aria-label={label}
        title={bare ? label : undefined}
        aria-expanded={open}
        disabled={disabled}
        leftSection={icon}
        popoverTarget={id}
      >
        <span className={classes.label}>{label}</span>
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes.menu}
        onBeforeToggle={(event) => {
          if (event.newState !== 'open') return;
          place(event.currentTarget, document.getElementById(`${id}button`));
          setOpen(true);
        }}
        onToggle={(event) => {
          // Until it is closed what had the focus is still here, so that the browser can give it back.
          if (event.newState !== 'open') setOpen(false);
          else focusFirst(event.currentTarget);
        }}
      >
        {open && (
          <Suspense fallback={<Skeleton height={60} radius="sm" aria-busy />}>
            {children}
            <FocusFirst of={id} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** What comes in a file of its own is here only now. */
function FocusFirst({ of }: { of: string }) {
  useEffect(() => {
    const panel = document.getElementById(of);
    if (panel?.matches(':popover-open') === true) focusFirst(panel);
  }, [of]);
  return null;
}

/** Whoever is quick is already in it, and stays where they went: the browser says only a moment later that it is open. */
function focusFirst(panel: HTMLElement): void {
  if (!panel.contains(document.activeElement)) panel.querySelector<HTMLElement>('button, input')?.focus();
}

function place(element: HTMLElement, button: HTMLElement | null): void {
  const { right = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {};
  const width = Math.min(WIDTH, innerWidth - 2 * EDGE);
  const below = innerHeight - bottom - 2 * EDGE;
  element.style.width = `${width}px`;
  element.style.left = `${Math.min(innerWidth - width - EDGE, Math.max(EDGE, right - width))}px`;
  // A button far down has no room below it.
  element.style.top = below > 240 ? `${bottom + 4}px` : `${EDGE}px`;
  element.style.maxHeight = `${below > 240 ? below : innerHeight - 2 * EDGE}px`;
}
