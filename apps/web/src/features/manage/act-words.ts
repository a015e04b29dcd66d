import type { ProposalAct } from '@clearbook/contracts/proposals';
import { configWords as config } from '@clearbook/contracts/words/configuration';
import { holdWords } from '@clearbook/contracts/words/holds';
import { proposalWords } from '@clearbook/contracts/words/proposals';
import { roleWords } from '@clearbook/contracts/words/roles';
import { displaySymbol } from '@clearbook/domain/market';
import { mailName, noticeDays, valueText, whatOf } from './configuration.form.ts';
import { roleName } from './role-name.ts';
import { formatDateTime, formatUsd } from '../../lib/format.ts';

const { act: words } = proposalWords;
const LIST = new Intl.ListFormat('en', { type: 'unit' });

/** What a proposal would do, in one sentence. */
export function actText(act: ProposalAct): string {
  switch (act.kind) {
    case 'adjust': {
      const amount = formatUsd(act.amount.amount);
      return act.direction === 'credit' ? words.credit(amount) : words.debit(amount, act.corrects ?? '');
    }
    case 'record_trade': {
      const amount = formatUsd(act.amount.amount);
      const trade = `${act.side.toUpperCase()} ${displaySymbol(act.symbol)}`;
      return act.type === 'profit' ? words.profit(amount, trade) : words.loss(amount, trade, act.corrects ?? '');
    }
    case 'add_to_trade':
      return words.addToTrade(formatUsd(act.amount.amount), displaySymbol(act.symbol));
    case 'approve_payout':
      return words.payout(formatUsd(act.amount.amount));
    case 'place_hold':
      return words.placeHold(holdWords.grounds[act.code].title, act.reference, formatDateTime(act.ends_at));
    case 'decline_verification':
      return words.declineVerification;
    case 'document_funds':
      return act.documented ? words.documentFunds : words.undocumentFunds;
    case 'renew_hold':
      return words.renewHold(act.reference, formatDateTime(act.ends_at));
    case 'return_payout':
      return words.returnPayout(formatUsd(act.amount.amount));
    case 'approve_deposit':
      return words.deposit(formatUsd(act.amount.amount), formatUsd(act.expected.amount));
    case 'approve_loan':
      return words.loan(formatUsd(act.amount.amount));
    case 'set_release_limits':
      return words.releaseLimits(formatUsd(act.day_limit.amount), formatUsd(act.client_limit.amount));
    case 'set_wallets':
      return words.wallets;
    case 'set_fees':
      return words.fees(act.withdrawalpercent, formatUsd(act.miniwithdrawal));
    case 'configure': {
      if (act.setting.item === 'mail_wording') return config.actWording(mailName(act.setting.key), fromText(act));
      const what = whatOf(
        act.setting,
        new Map([[`${act.setting.item} ${act.setting.key}`, act.plan ?? act.setting.key]]),
      );
      const [value, before] = [valueText(act.setting), valueText(act.before)];
      if (act.reverts !== null) return config.actBack(what, value, before);
      const from = fromText(act);
      return config.act(what, value, from, before);
    }
    case 'add_staff':
      return words.addStaff(act.email, roleName(act.role));
    case 'remove_staff':
      return words.removeStaff(act.email);
    case 'set_role':
      return words.setRole(act.email, roleName(act.role));
    case 'define_role':
      return words.defineRole(act.name, LIST.format(act.permissions.map((name) => roleWords.permissions[name])));
  }
}

function fromText({ setting, effective_at: from }: Extract<ProposalAct, { kind: 'configure' }>): string {
  if (from !== null) return config.actFrom(formatDateTime(from));
  const days = noticeDays(setting.item);
  return days === 0 ? config.actAtOnce : config.actAfterNotice(days);
}
