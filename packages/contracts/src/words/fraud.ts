import type { FraudSignal } from '../fraud.ts';
import type { lock } from '../messages/access.ts';

const clients = (count: number) => (count === 1 ? 'another client' : `${count} other clients`);
const deposits = (count: number) => (count === 1 ? 'another deposit' : `${count} other deposits`);

/** Fraud signals beside a decision. Staff alone download them. */
export const fraudWords = {
  title: 'Fraud signals',
  intro: 'What’s on record. You decide; clients never see these.',
  none: 'Nothing on record looks unusual.',
  failed: 'Couldn’t load the fraud signals',
  severities: { serious: 'Serious', look: 'Look closer', note: 'For information' } satisfies Readonly<
    Record<FraudSignal['severity'], string>
  >,
  since: (when: string) => `Since ${when}`,
  kinds: {
    same_image: 'Same image',
    similar_image: 'Similar image',
    payment_tried: 'Transaction used before',
    shared_destination: 'Shared destination',
    name_differs: 'Different account name',
    lookalike_address: 'Look-alike address',
    first_payout: 'First payout here',
    new_device: 'New device',
    access_changed: 'Sign-in details changed',
    straight_out: 'In and out without trading',
    listed_name: 'Name on a list',
    deposit_doubtful: 'Deposit in doubt',
    staff_browser: 'Same browser as staff',
    given_by_staff: 'Money given by staff',
    own_copiers: 'Copied by related accounts',
    opposite_trades: 'Opposite trades',
    rule: 'Custom rule',
  } satisfies Readonly<Record<FraudSignal['kind'], string>>,
  more: (count: number) => `${count} more`,
  records: { deposit: 'Deposit', withdrawal: 'Withdrawal', verification: 'Verification' },
  recordOf: (record: string, email: string) => `${record} of ${email}`,
  dismiss: 'Dismiss',
  dismissOf: (kind: string) => `Dismiss: ${kind}`,
  dismissAct: 'Dismiss signal',
  dismissTitle: 'Dismiss this signal?',
  dismissText: 'It stays here as dismissed, with your name and reason. New facts of the same kind open it again.',
  reason: 'Why is it harmless?',
  dismissed: (email: string, when: string) => `Dismissed by ${email}, ${when}`,
  done: 'Signal dismissed',
  notDismissed: 'Couldn’t dismiss this signal',
} as const;

type ImageOf = 'proof' | 'document';
/** Whether the client was paid at the destination before what happened, only since it did, or never. */
type PaidHere = 'before' | 'since' | 'never';

/** One sentence a kind, whole, with its values. The server says it, so that programs read it too. */
export const fraudSentences = {
  sameImage: (of: ImageOf, others: number, own: number) => {
    const image = of === 'proof' ? 'This proof of payment' : 'One of these documents';
    if (others === 0) return `${image} is the same file that this client sent for ${deposits(own)}.`;
    return `${image} is the same file that ${clients(others)} sent.`;
  },
  similarImage: (of: ImageOf, others: number, own: number, common: boolean) => {
    const image = of === 'proof' ? 'This proof of payment' : 'One of these documents';
    if (others === 0) return `${image} looks like the one that this client sent for ${deposits(own)}.`;
    if (common) return `${image} looks like those of many clients. It’s probably a form that many people use.`;
    return `${image} looks like the one that ${clients(others)} sent.`;
  },
  paymentTried: (txid: string, sameOutput: boolean, times: number) =>
    sameOutput
      ? `Transaction ${txid} was entered for ${deposits(times)}.`
      : `Transaction ${txid} was entered for ${deposits(times)}, with another output. One transaction can pay several people.`,
  sharedDestination: (others: number) =>
    others === 1
      ? 'Another client requested a payout to the same destination.'
      : `${others} other clients requested a payout to the same destination.`,
  nameDiffers: (accountName: string, fullname: string) =>
    `The account is in the name of “${accountName}”, and the client’s name is “${fullname}”.`,
  lookalikeAddress: (address: string, paid: string) =>
    `The address ${address} starts and ends like ${paid}, where this client was paid before, but it’s a different address.`,
  firstPayout: 'This client was never paid at this destination before.',
  newDevice: (paid: PaidHere) =>
    ({
      never: 'The client signed in from a new device shortly before asking for the first payout to this destination.',
      since:
        'The client signed in from a new device shortly before. They were first paid at this destination after that.',
      before: 'The client signed in from a new device shortly before. They were paid at this destination before.',
    })[paid],
  accessChanged: (change: string | null, paid: PaidHere) => {
    const what = change ?? 'The email address, password, two-factor authentication or passkeys were changed';
    return {
      never: `${what} shortly before the first payout to this destination was requested.`,
      since: `${what} shortly before. The client was first paid at this destination after that.`,
      before: `${what} shortly before. The client was paid at this destination before.`,
    }[paid];
  },
  changes: {
    email: 'The email address was changed',
    password: 'The password was changed',
    reset: 'The password was reset',
    two_factor_on: 'Two-factor authentication was turned on',
    two_factor_off: 'Two-factor authentication was turned off',
    recovery_codes: 'New recovery codes were made',
    passkey_added: 'A passkey was added',
    passkey_removed: 'A passkey was removed',
    passkey_copied: 'A passkey was stopped because it may have been copied',
  } satisfies Readonly<Record<keyof typeof lock.changes, string>> as Readonly<Record<string, string>>,
  listedName: (
    of: { list: string; name: string; program: string | null; birth: 'agrees' | 'unknown' | 'differs' },
    others: number,
  ) => {
    const entry = of.program === null ? of.list : `${of.list}, ${of.program}`;
    const birth = {
      agrees: 'The dates of birth agree.',
      unknown: 'The list has no date of birth.',
      differs: 'The dates of birth differ.',
    }[of.birth];
    const more =
      others === 0 ? '' : others === 1 ? ' One more entry is similar.' : ` ${others} more entries are similar.`;
    return `The client’s name is like “${of.name}” (${entry}). ${birth}${more}`;
  },
  straightOut: (amount: string, brought: string) =>
    `${amount} leaves of ${brought} that came in during the last two weeks, and nothing was traded in between.`,
  depositDoubtful: (fault: 'taken_back' | 'missing', amount: string, deposits: number) => {
    const what =
      deposits === 1 ? `A credited deposit of ${amount}` : `${deposits} credited deposits, ${amount} in all,`;
    if (fault === 'taken_back') return `${what} ${deposits === 1 ? 'was' : 'were'} reversed, according to a statement.`;
    return `${what} ${deposits === 1 ? 'doesn’t' : 'don’t'} appear on any statement of the account, although later days have been imported.`;
  },
  staffBrowser: (emails: string) =>
    `Staff who decided or proposed something about this client signed in from the client’s browser: ${emails}.`,
  givenByStaff: (emails: string, given: string, amount: string) =>
    `${given} of this client’s money was given by hand (${emails}). They’re withdrawing ${amount}.`,
  ownCopiers: (copiers: number, cents: string, all: string) =>
    copiers === 1
      ? `A copier who paid ${cents} of ${all} in profit shares shares a browser, destination, payment or image with this client.`
      : `${copiers} copiers who paid ${cents} of ${all} in profit shares share a browser, destination, payment or image with this client.`,
  oppositeTrades: (others: number, pairs: number, covered: string | null) => {
    const times = pairs === 1 ? 'once' : `${pairs} times`;
    const who = others === 1 ? 'Another client' : `${others} other clients`;
    const loss = covered === null ? '' : ` We covered ${covered} of their losses.`;
    return `${who} opened the opposite trade of the same size within seconds, ${times}, and this client won.${loss}`;
  },
} as const;
