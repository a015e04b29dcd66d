import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react';

type Frame = { current: boolean };
const HeldFrame = createContext<Frame | null>(null);

/** Around what lies in a dialog. */
export const Held = HeldFrame.Provider;

/** A dialog that nobody leaves while something is sent from it: the late answer would close the next one in its place. */
export function useFrame(onClose: () => void): { held: Frame; leave: () => void } {
  const held = useRef(false);
  return useMemo(
    () => ({
      held,
      leave: () => {
        if (!held.current) onClose();
      },
    }),
    [onClose],
  );
}

/** Whether something is being sent from the dialog that this is in. */
export function useIsHeld(): () => boolean {
  const frame = useContext(HeldFrame);
  return useCallback(() => frame?.current === true, [frame]);
}

/** Holds the dialog that this is in, where it is in one. */
export function useHeld(pending: boolean): void {
  const frame = useContext(HeldFrame);
  useEffect(() => {
    if (frame === null || !pending) return undefined;
    frame.current = true;
    return () => {
      frame.current = false;
    };
  }, [frame, pending]);
}
