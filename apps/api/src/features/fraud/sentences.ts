import { fraudSentences as say } from '@clearbook/contracts/words/fraud';
import type { Signal } from '@clearbook/domain/fraud';
import { formatUsd } from '@clearbook/domain/money';
import { ruleSentence } from './rule-sentence.ts';

/** What a signal says, in one sentence. */
export function sentenceOf(signal: Signal): string {
  switch (signal.kind) {
    case 'same_image':
      return say.sameImage(signal.of, signal.others, signal.own);
    case 'similar_image':
      return say.similarImage(signal.of, signal.others, signal.own, signal.common);
    case 'payment_tried':
      return say.paymentTried(signal.txid, signal.sameOutput, signal.times);
    case 'shared_destination':
      return say.sharedDestination(signal.others);
    case 'name_differs':
      return say.nameDiffers(signal.accountName, signal.fullname);
    case 'lookalike_address':
      return say.lookalikeAddress(signal.address, signal.paid);
    case 'first_payout':
      return say.firstPayout;
    case 'new_device':
      return say.newDevice(signal.paid);
    case 'access_changed':
      return say.accessChanged(signal.change === null ? null : (say.changes[signal.change] ?? null), signal.paid);
    case 'listed_name':
      return say.listedName(signal.best, signal.others);
    case 'rule':
      return ruleSentence(signal.name, signal.facts);
    case 'straight_out':
      return say.straightOut(formatUsd(signal.amount), formatUsd(signal.cents));
    case 'deposit_doubtful':
      return say.depositDoubtful(signal.fault, formatUsd(signal.cents), signal.deposits);
    case 'staff_browser':
      return say.staffBrowser(signal.emails.join(', '));
    case 'given_by_staff':
      return say.givenByStaff(signal.emails.join(', '), formatUsd(signal.cents), formatUsd(signal.amount));
    case 'own_copiers':
      return say.ownCopiers(signal.copiers, formatUsd(signal.cents), formatUsd(signal.all));
    case 'opposite_trades':
      return say.oppositeTrades(signal.others, signal.pairs, signal.covered === 0n ? null : formatUsd(signal.covered));
  }
}
