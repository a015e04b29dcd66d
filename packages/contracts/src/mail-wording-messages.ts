/** Of what staff write to clients: apart from all other messages, because no client’s page needs them. */
export const mailWordingMessages = {
  required: 'Write what the email should say',
  tooMany: (most: number) => `Use at most ${most} paragraphs`,
  unknown: (name: string) => `${name} isn’t a value of this email. Use those listed.`,
  missing: (names: readonly string[]) => `Keep ${names.join(', ')}: the reader needs to know it`,
  unbalanced: 'Use { } only around the name of a value, and [ ] only around text that goes with one',
  address:
    'Leave out web, email and wallet addresses and account numbers. The email has its own button, and says below whom to write to.',
  letters: 'Use Latin letters only: those of other alphabets can hide what a text says',
  asksToPay: 'An email never asks a client to pay. Say it without that.',
  reasonHasAddress:
    'Clients may read this, so it can’t lead them anywhere. Leave out web, email and wallet addresses, and account numbers.',
  reasonAsksToPay: 'Clients may read this, and we never ask them to pay. Say it without that.',
  fixed: 'This email always says the same',
};
