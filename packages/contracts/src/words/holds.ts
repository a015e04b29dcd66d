import type { HoldCode } from '../holds.ts';

/** The closed list, as it is named to everybody; why, to the client; and when it is the right one, to staff. */
const grounds: Readonly<Record<HoldCode, { title: string; why: string; use: string }>> = {
  aml_review: {
    title: 'AML review',
    why: 'The law requires us to check where this money comes from before we send it.',
    use: 'You need to check where the money comes from or goes before a payout.',
  },
  court_order: {
    title: 'Court order',
    why: 'A court or an authority has ordered us not to send this money for now.',
    use: 'A court or an authority has ordered it. Use the order’s number as the reference.',
  },
  security_cooling: {
    title: 'Security cooling',
    why: 'Your login or payout details changed recently, so we’re making sure it was you.',
    use: 'A login, an email address or payout details changed shortly before a request.',
  },
};

/** Words of holds on a client's money: to the client, and in Manage. */
export const holdWords = {
  grounds,
  notice: {
    title: (until: string) => `Your withdrawals are on hold until ${until} at the latest`,
    reference: (reference: string) => `Reference ${reference}.`,
    until: (reference: string, until: string) => `Reference ${reference}, until ${until}.`,
    still:
      'Your money is still yours. You can still request and cancel withdrawals, trade, close trades and see your statement. The hold ends automatically, or sooner if our team lifts it.',
    complain: 'If you think this is wrong, write to',
    name: 'and include the reference.',
    demo: 'If you think this is wrong, you can complain and include the reference. A demo has no operator; in live mode the operator’s complaints address appears here.',
  },
  manage: {
    title: 'Holds on withdrawals',
    text: 'During a hold, this client’s withdrawals can’t be approved. Everything else works as usual. We tell the client the ground, the reference and the end. Only one hold can run at a time. Two people are needed to renew it or to place another within 90 days.',
    none: 'No holds yet',
    place: 'Place a hold',
    placeTitle: 'Place a hold?',
    placeText: (email: string) =>
      `Withdrawals of ${email} can’t be approved until the hold ends. The client sees the ground, the reference, the end, and where to complain.`,
    ground: 'Ground',
    choose: 'Choose a ground',
    reference: 'Reference',
    referenceHint: 'A file number that the client can quote. Don’t include personal details.',
    end: 'Ends',
    endHint: 'In UTC, at most 30 days from now.',
    renew: 'Renew hold',
    renewOf: (reference: string) => `Renew hold ${reference}`,
    renewTitle: 'Renew this hold?',
    renewText: (reference: string, until: string) =>
      `The hold ${reference} ends ${until}. Another person has to approve a later end, and the client is told then.`,
    lift: 'Lift hold',
    liftOf: (reference: string) => `Lift hold ${reference}`,
    liftTitle: 'Lift this hold?',
    liftText: (reference: string) => `Hold ${reference} ends immediately, and the client sees your reason.`,
    placed: 'Hold placed',
    proposed: 'Proposed. Another person has to approve it before it happens.',
    placeTwo:
      'This client’s withdrawals were on hold within the last 90 days, so another person has to approve this hold before it starts.',
    automatic: (at: string) => `Placed automatically after a change of email, password, passkey or two-factor, ${at}`,
    lifted: 'Hold lifted',
    states: { running: 'Running', ended: 'Ended', lifted: 'Lifted' },
    placedBy: (who: string, at: string) => `Placed by ${who}, ${at}`,
    renewedBy: (who: string, at: string) => `Renewed by ${who}, ${at}`,
    liftedBy: (who: string, at: string) => `Lifted by ${who}, ${at}`,
    endsAt: (at: string) => `Ends ${at}`,
    endedAt: (at: string) => `Ended ${at}`,
    /** On the page of a withdrawal. */
    inTheWay: (until: string) => `On hold until ${until}, so you can’t approve this now`,
    inTheWayText: 'You can approve it when the hold ends or is lifted. You can still reject it.',
    see: 'The client’s holds',
  },
} as const;
