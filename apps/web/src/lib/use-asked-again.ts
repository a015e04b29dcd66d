import { useState } from 'react';

/** Calls `begin` whenever a dialog that stays on the page while it is closed opens again. */
export function useAskedAgain(opened: boolean, begin: () => void): void {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened === wasOpened) return;
  setWasOpened(opened);
  if (opened) begin();
}
