import type { ApiProblem } from './problem.ts';

/** Frames in which an error that was found has to be drawn. */
const FRAMES = 10;

export type FieldErrors = Record<string, string>;

/** The part of a form that errors are written to; a Mantine form is one. */
type Target<T extends object> = { setErrors: (errors: FieldErrors) => void; getValues: () => T };

/**
 * Puts the server's complaints beside the inputs they belong to. Typed text stays as it is.
 * Returns true when every complaint found its input, so that nothing else needs to be shown.
 */
export function showFieldProblems<T extends object>(form: Target<T>, problem: ApiProblem): boolean {
  const known = problem.fields.filter((field) => field.name in form.getValues());
  if (known.length > 0) form.setErrors(Object.fromEntries(known.map((field) => [field.name, field.message])));
  return known.length > 0 && known.length === problem.fields.length;
}

/** Moves the keyboard to the first input with an error, in the dialog where one is open, so that nobody has to look for it. */
export function focusFirstError(): void {
  const wrong = '[aria-invalid="true"]';
  // What was found just now may be drawn a frame later.
  const look = (framesLeft: number): void => {
    const input =
      document.querySelector<HTMLElement>(`[role="dialog"] ${wrong}`) ?? document.querySelector<HTMLElement>(wrong);
    if (input !== null) input.focus();
    else if (framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
  };
  requestAnimationFrame(() => look(FRAMES));
}
