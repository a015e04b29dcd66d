/** Asks the person for the password or a code. True once the server has taken one; false where they would rather not. */
type Asker = () => Promise<boolean>;

let asker: Asker | undefined;

/** The part of the page that asks. Returns the way to stop. */
export function onStepUp(ask: Asker): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = undefined;
  };
}

/** `unasked` where no part of the page asks: the refusal is then shown as any other. */
export async function askStepUp(): Promise<'done' | 'left' | 'unasked'> {
  if (asker === undefined) return 'unasked';
  return (await asker()) ? 'done' : 'left';
}
