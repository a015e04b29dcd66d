import * as z from 'zod/mini';
import { line, paragraph } from './common.ts';
import { mailWordingMessages } from './mail-wording-messages.ts';

/** A sum in dollars or coins, or a share of something. */
const SUM = String.raw`(?:[$€£]\s?\d|\d[\d.,]*\s?(?:%|(?:percent|dollars?|usdt?|btc|eth|bitcoins?|ether)\b))`;
/** Says that somebody doesn’t: “We can’t pay an account in another name” asks for nothing. */
const NOT = String.raw`(?<!\b(?:can|could|do|did|does|will|would)(?:n[’']t|not| not) )(?<!\b(?:can|won)[’']t )(?<!\bnever )`;
/** What asks somebody for money. No email does, whoever wrote it, and no reason that a client reads (docs/spec/mail.md, N2). */
const ASKS_TO_PAY = new RegExp(
  [
    String.raw`\b(?:${NOT}pay (?:us|an?|the|your)|please pay|send (?:us )?(?:money|funds|crypto|bitcoin|usdt)`,
    String.raw`fees? (?:first|before|to withdraw|for (?:the |your )?withdrawal)|deposit (?:more|first)|unlock (?:your|the) (?:money|funds|withdrawal))\b`,
    String.raw`\b${NOT}(?:pay|send|transfer|deposit|top up(?: your balance| your account)?(?: with)?) (?:us |another |at least |a further |an extra )?${SUM}`,
  ].join('|'),
  'i',
);

export function asksToPay(text: string): boolean {
  return ASKS_TO_PAY.test(asRead(text));
}

/** What a reader sees, whatever its letters are made of: styled and accented ones are plain, and what takes no room is gone. */
export function asRead(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\u00b7\u2022\u2219\u22c5\u3002\u2024\u0701\u0702]/gu, '.')
    .replaceAll(/\s+/gu, ' ');
}

/** Web and email addresses, internet addresses and account numbers. */
const ADDRESS = /:\/\/|www\.|@|[\p{L}\d-]\.\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3}/iu;
/** Addresses of coins: long, and with a digit or a capital inside, which a long word has not. */
const OF_COINS = /\b(?=[A-Za-z]*(?:\d|[a-z][A-Z]))[A-Za-z0-9]{25,}/u;

/** Whether a text leads somewhere: a client who reads it might send money or a password there. */
export function hasAddress(text: string): boolean {
  const read = asRead(text);
  return ADDRESS.test(read) || OF_COINS.test(read);
}

const ASKS_NOTHING = z.refine<string>((text) => !asksToPay(text), { error: mailWordingMessages.reasonAsksToPay });
const LEADS_NOWHERE = z.refine<string>((text) => !hasAddress(text), { error: mailWordingMessages.reasonHasAddress });

/** Why staff did something, in words that the client may read. */
export function clientReason(required: string) {
  return paragraph(500, required).check(ASKS_NOTHING, LEADS_NOWHERE);
}

/** One line that staff write and clients read. */
export function clientLine(most: number, required: string) {
  return line(most, required).check(ASKS_NOTHING, LEADS_NOWHERE);
}
