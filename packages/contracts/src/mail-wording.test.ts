import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { faultIn, filled, mailWording, MOST_LINES, worded, type Wording } from './mail-wording.ts';
import { mailWordingMessages } from './mail-wording-messages.ts';
import { messages } from './messages.ts';
import { placeHoldBody } from './holds.ts';
import { clientReason } from './said-to-clients.ts';
import { stopBody } from './switches.ts';

const words = mailWordingMessages;
const standard: Wording = {
  subject: 'Your withdrawal wasn’t sent',
  lines: ['We didn’t send your withdrawal of {amount}. Reason:', '{reason}', 'Questions?[ Write to {site_email}.]'],
};
const change = (lines: readonly string[] | null, subject: string | null = null) => ({
  subject,
  lines: lines === null ? null : [...lines],
});
const good = ['Your withdrawal of {amount} stays in your balance, {user_name}. We said no because:', '{reason}'];
const faultOf = (...of: Parameters<typeof change>) => faultIn(standard, change(...of));

describe('[N54] another text for an email', () => {
  it('is taken with every value that the reader needs, in any order, and with those of every email', () => {
    expect(faultOf(good)).toBeUndefined();
    expect(faultOf(null, 'About your withdrawal of {amount}')).toBeUndefined();
    expect(faultOf(null)).toBeUndefined();
    expect(worded(standard, change(good))).toEqual({ subject: standard.subject, lines: good });
    expect(worded(standard, change(null, 'Other'))).toEqual({ subject: 'Other', lines: standard.lines });
  });

  it('names what it lacks, also where it is there only if it is known', () => {
    expect(faultOf(['We kept your money.'])).toEqual({
      field: 'lines',
      message: words.missing(['{amount}', '{reason}']),
    });
    expect(faultOf(['{amount} stays.[ {reason}]'])).toEqual({ field: 'lines', message: words.missing(['{reason}']) });
  });

  it('names no value that the email does not have, and no half of one', () => {
    expect(faultOf([...good, '{code}'])?.message).toBe(words.unknown('{code}'));
    expect(faultOf(null, 'For {token}')).toEqual({ field: 'subject', message: words.unknown('{token}') });
    for (const half of ['{amount', 'amount}', '{ amount }', 'no [value] in it', '[open', 'closed]', '[a [nested] one]'])
      expect(faultOf([...good, half])?.message, half).toBe(words.unbalanced);
  });

  it('has no address to click on, to write or to send money to', () => {
    for (const address of [
      'See https://example.org',
      'See www.example',
      'Go to evil.example/login',
      'Ask a@b.example',
      'HTTPS://X',
      'Send to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
      'DE89 3704 0044 0532 0130 00',
    ])
      // prettier-ignore
      expect(faultOf([...good, address])?.message, address).toBe(words.address);
    expect(
      faultOf([...good, 'We’ll look at it by 5 p.m. on 3.4.2026, e.g. on Monday. Until then, nothing changes.']),
    ).toBeUndefined();
  });

  it('hides neither behind brackets, values, other full stops or letters of another alphabet', () => {
    for (const hidden of [
      'evil.[{user_name}]com',
      'evil。com',
      'evil.[{user_name}com]',
      'http:[{user_name}]//x',
      '10.0.0.1/pay',
    ])
      expect(faultOf([...good, hidden])?.message, hidden).toBe(words.address);
    expect(faultOf([...good, 'Pay[{user_name}] us'])?.message).toBe(words.asksToPay);
    expect(faultOf([...good, 'Plea[s]e pay us'])?.message).toBe(words.unbalanced);
    for (const foreign of ['P\u0430y us', '\u1d18\u029f\u1d07\u1d00s\u1d07 pay', 'evil.\u0440\u0444'])
      expect(faultOf([...good, foreign])?.message, foreign).toBe(words.letters);
    expect(faultOf([...good, 'Grüße aus Łódź, {user_name}.'])).toBeUndefined();
  });

  it('asks nobody to pay', () => {
    for (const asking of [
      'Please pay 10 %',
      'Pay the fee first',
      'Send funds',
      'Deposit more to go on',
      'UNLOCK YOUR MONEY',
      'Please\u00a0pay',
      'ｐａｙ ｕｓ',
      'p\u00aday the fee',
      'Pl\u1eb9ase p\u1ea1y us',
      'Pay 50 USDT to us',
      'send 0.1 BTC',
      'deposit another $500',
      'Top up your balance with {amount}',
      'Pay {amount} now',
    ])
      expect(faultOf([...good, asking])?.message, asking).toBe(words.asksToPay);
  });

  it('is read as a whole: a demand or an address in pieces is one', () => {
    expect(faultOf([...good, 'Please', 'pay us'])).toEqual({ field: 'lines', message: words.asksToPay });
    expect(faultOf([...good, 'Look at evil', '.com'])).toEqual({ field: 'lines', message: words.address });
    expect(faultOf([...good, 'first.'], 'You pay the fee')?.field).toBe('subject');
  });

  it('is no longer than the database takes', () => {
    const issue = (value: object) => mailWording.safeParse(value).error?.issues[0]?.message;
    expect(issue(change(Array<string>(MOST_LINES + 1).fill('a')))).toBe(words.tooMany(MOST_LINES));
    expect(issue(change([]))).toBe(words.required);
    expect(issue(change(['a\nb']))).toBe(messages.common.unprintable);
    expect(issue(change(['a'.repeat(501)]))).toBe(messages.common.tooLong(500));
    expect(issue(change(null, 'a'.repeat(121)))).toBe(messages.common.tooLong(120));
  });
});

it('[N3] a value that looks like a placeholder is text', () => {
  expect(filled('{reason}[ Write to {site_email}.]', { reason: '{amount} [x]', amount: '$5', site_email: '' })).toBe(
    '{amount} [x]',
  );
});

it('[N2] a reason, a banner or a reference that a client may read leads nowhere', () => {
  const at = (schema: z.core.$ZodType, body: object, field: string) =>
    z.safeParse(schema, body).error?.issues.find(({ path }) => path[0] === field)?.message;
  const banner = (text: string) => at(stopBody, { banner: text }, 'banner');
  const reference = (text: string) => at(placeHoldBody, { reference: text }, 'reference');
  const said = (text: string) => clientReason('needed').safeParse(text).error?.issues[0]?.message;
  for (const text of [
    'Log in at https://clearbook.example',
    'Write to help@clearbook.example',
    'See evil.example for the rest',
    'Our new wallet: bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'Our new wallet: TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    'Our new wallet: 0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
    'Use DE89 3704 0044 0532 0130 00 from now on',
  ])
    for (const of of [said, banner, reference])
      expect(of(text), text).toMatch(/^Clients may read this, so it can’t lead them anywhere\./);
  for (const text of [
    'No payment has come. Online banking shows when it was sent.',
    'Traded BRK.B and AAPL at 1.0912; the account ends in 3000.',
    'A Rechtsschutzversicherungsgesellschaften letter is no proof of address',
  ])
    expect(said(text), text).toBeUndefined();
});

it('[N2] a reason that a client may read asks for no money either, and may say everything else', () => {
  const said = (text: string) => clientReason('needed').safeParse(text).error?.issues[0]?.message;
  for (const asking of [
    'To unlock your funds pay 10 % at our desk',
    'Please pay the tax',
    'Deposit another $500',
    'ｐａｙ ｕｓ',
  ])
    expect(said(asking), asking).toBe(words.reasonAsksToPay);
  for (const plain of [
    'The picture shows another amount',
    'Your bank kept $20.00 of it',
    'Платёж не пришёл',
    'Paid out on 3 March',
    'You sent $250.00 too little',
    'We can’t pay an account in another name',
    'Your bank did not pay the rest',
    'We couldn’t send $20.00 of it',
  ])
    expect(said(plain), plain).toBeUndefined();
  expect(said(' ')).toBe('needed');
});
