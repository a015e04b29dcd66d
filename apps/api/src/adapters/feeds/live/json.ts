/** The text of a JSON number, so that no price is ever a floating-point number. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** JSON in which every number is the text that stood there. Throws a SyntaxError for anything else. */
export function parseKeepingNumbers(text: string): unknown {
  return (JSON.parse as ParseWithSource)(text, (_key, value, { source }) =>
    typeof value === 'number' ? new NumberText(source ?? '') : value,
  );
}
