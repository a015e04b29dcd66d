import type { PurchaseEffectWire, TermsWire } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { formatDateTime } from '../../lib/format.ts';

/** One figure that a purchase changes: what it is called, what it was (`from` without its unit, null where there was nothing) and what it is then. */
export type Change = { key: string; name: string; before: string; from?: string | null; after: string };

const words = planWords.terms;

/** Every term of a client with what it would be, in the order of the cards. Unchanged ones included. */
export function termsChanges(before: TermsWire, after: TermsWire): Change[] {
  const ratio = (key: keyof TermsWire['leverage'], name: string): Change => ({
    key,
    name,
    before: words.ratio(before.leverage[key]),
    after: words.ratio(after.leverage[key]),
  });
  return [
    {
      key: 'pips',
      name: words.markupForex,
      before: words.pips(before.markup_pips),
      from: before.markup_pips,
      after: words.pips(after.markup_pips),
    },
    {
      key: 'points',
      name: words.markupOther,
      before: words.points(before.markup_points),
      from: before.markup_points,
      after: words.points(after.markup_points),
    },
    ratio('forex_major', words.forexMajor),
    ratio('forex_other', words.forexOther),
    ratio('stock', words.stock),
    ratio('crypto', words.crypto),
  ];
}

/** What a purchase changed, and nothing else. */
export function changesOf(effect: PurchaseEffectWire): Change[] {
  const all =
    effect.kind === 'package'
      ? termsChanges(effect.before, effect.after)
      : [
          {
            key: 'strength',
            name: planWords.receipt.strength,
            before: `${effect.percent_before}%`,
            after: `${effect.percent_after}%`,
          },
          {
            key: 'unlimited',
            name: planWords.receipt.unlimited,
            before: until(effect.unlimited_before),
            after: until(effect.unlimited_after),
          },
        ];
  return all.filter(({ before, after }) => before !== after);
}

function until(iso: string | null): string {
  return iso === null ? planWords.receipt.none : formatDateTime(iso);
}
