import type { HoldCode } from '../holds.ts';

/** The closed list, as it is named to everybody; why, to the client; and when it is the right one, to staff. */
const grounds: Readonly<Record<HoldCode, { title: string; why: string; use: string }>> = {
  aml_review: {
    title: 'AML review',
    why: 'The law asks us to check where this money comes from before we send it.',
    use: 'Where the money comes from or goes to must be checked before a payout.',
  },
  court_order: {
    title: 'Court order',
    why: 'A court or an authority has ordered us not to send this money for now.',
    use: 'A court or an authority has ordered it. The reference names the order.',
  },
  security_cooling: {
    title: 'Security cooling',
    why: 'Something about your login or your payout details changed, and we make sure that it was you.',
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
      'Your money stays yours. Requesting and cancelling withdrawals, trading, closing trades and your statement work as always. A hold ends by itself, or earlier when our team lifts it.',
    complain: 'If you think that this is wrong, write to',
    name: 'and name the reference.',
    demo: 'If you think that this is wrong, you can complain and name the reference. In a demo nobody operates: in live mode the operator’s address for complaints stands here.',
  },
  manage: {
    title: 'Holds on withdrawals',
    text: 'While a hold runs no withdrawal of this client can be approved; everything else works as always. The client is told, with the ground, the reference and the end. One hold at a time; renewals, and a new hold within 90 days, take two people.',
    none: 'No hold has been placed',
    place: 'Place a hold',
    placeTitle: 'Place a hold?',
    placeText: (email: string) =>
      `No withdrawal of ${email} can be approved until it ends. The client reads the ground, the reference and the end, and where to complain.`,
    ground: 'Ground',
    choose: 'Choose a ground',
    reference: 'Reference',
    referenceHint: 'The client sees it and can name it. A file number, nothing about the person.',
    end: 'Ends',
    endHint: 'By your own clock, at most 30 days from now.',
    renew: 'Renew',
    renewOf: (reference: string) => `Renew the hold ${reference}`,
    renewTitle: 'Renew this hold?',
    renewText: (reference: string, until: string) =>
      `The hold ${reference} ends ${until}. Another person has to approve a later end, and the client is told then.`,
    lift: 'Lift',
    liftOf: (reference: string) => `Lift the hold ${reference}`,
    liftTitle: 'Lift this hold?',
    liftText: (reference: string) => `The hold ${reference} ends at once, and the client reads your reason.`,
    placed: 'Hold placed',
    proposed: 'Proposed. Another person has to approve it before it happens.',
    placeTwo:
      'This client’s withdrawals were on hold within the last 90 days, so another person has to approve this hold before it starts.',
    automatic: (at: string) => `Placed automatically after a change of email, password or two-factor, ${at}`,
    lifted: 'Hold lifted',
    states: { running: 'Running', ended: 'Ended', lifted: 'Lifted' },
    placedBy: (who: string, at: string) => `Placed by ${who}, ${at}`,
    renewedBy: (who: string, at: string) => `Renewed by ${who}, ${at}`,
    liftedBy: (who: string, at: string) => `Lifted by ${who}, ${at}`,
    endsAt: (at: string) => `Ends ${at}`,
    endedAt: (at: string) => `Ended ${at}`,
    /** On the page of a withdrawal. */
    inTheWay: (until: string) => `On hold until ${until}: this cannot be approved now`,
    inTheWayText: 'Approving works again when the hold ends or is lifted. Rejecting works as always.',
    see: 'The client’s holds',
  },
} as const;
