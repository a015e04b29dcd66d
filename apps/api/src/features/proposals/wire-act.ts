import type { ConfigSetting } from '@clearbook/contracts/configuration';
import { worded } from '@clearbook/contracts/mail-wording';
import { PERMISSIONS } from '@clearbook/contracts/permissions';
import type { ProposalAct } from '@clearbook/contracts/proposals';
import { CONFIGURABLE } from '@clearbook/domain/configuration';
import type { DepositMethod } from '@clearbook/domain/funding';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ProposedCommand } from '@clearbook/domain/proposals';
import { isMailTemplate, templates } from '../../platform/mail/index.ts';
import { coins, settingOf, usd } from '../books/index.ts';

/** What is read beside a proposed command to say what it is about. */
export type AboutAct = {
  readonly address: string | null;
  readonly member: string | null;
  readonly symbol: string | null;
  readonly asked: string | null;
  readonly coin: DepositMethod | null;
  readonly hold_reference: string | null;
  /** Null where nobody had set anything. */
  readonly replaced_value: unknown;
  /** Of the package or signal plan that it configures. */
  readonly plan_name: string | null;
};

export function wireAct(
  command: ProposedCommand,
  { address, member, symbol, asked, coin, hold_reference: holdReference, ...about }: AboutAct,
): ProposalAct {
  switch (command.kind) {
    case 'adjust':
      return {
        kind: command.kind,
        direction: command.direction,
        amount: usd(command.amount),
        corrects: command.corrects?.toString() ?? null,
      };
    case 'record_trade':
      return {
        kind: command.kind,
        type: command.outcome,
        symbol: command.symbol,
        side: command.side,
        amount: usd(command.amount),
        corrects: command.corrects?.toString() ?? null,
      };
    case 'add_to_trade':
      return { kind: command.kind, trade_id: command.tradeId, symbol: symbol ?? '', amount: usd(command.amount) };
    case 'approve_payout':
      return {
        kind: command.kind,
        withdrawal_id: command.withdrawalId,
        amount: usd(command.amount),
        payout_reference: command.payoutReference,
      };
    case 'place_hold':
      return {
        kind: command.kind,
        code: command.code,
        reference: command.reference,
        ends_at: command.endsAt.toISOString(),
      };
    case 'decline_verification':
      return { kind: command.kind };
    case 'document_funds':
      return { kind: command.kind, documented: command.documented };
    case 'renew_hold':
      return {
        kind: command.kind,
        hold_id: command.holdId,
        reference: holdReference ?? '',
        ends_at: command.endsAt.toISOString(),
      };
    case 'return_payout':
      return { kind: command.kind, withdrawal_id: command.withdrawalId, amount: usd(command.amount) };
    case 'approve_deposit': {
      const { depositId, amount, txid, receivedUnits, receivedAt } = command;
      if (asked === null || coin === null) throw new Error('a proposal about a deposit that is not there');
      return {
        kind: command.kind,
        deposit_id: depositId,
        amount: usd(amount),
        expected: usd(BigInt(asked)),
        txid,
        received: receivedUnits === null ? null : coins(receivedUnits, coin),
        received_at: receivedAt?.toISOString() ?? null,
      };
    }
    case 'approve_loan':
      return { kind: command.kind, loan_id: command.loanId, amount: usd(command.amount) };
    case 'set_release_limits':
    case 'set_wallets':
    case 'set_fees':
    case 'configure':
    case 'add_staff':
    case 'remove_staff':
    case 'set_role':
    case 'define_role':
      return wireSiteAct(command, { address, member, ...about });
  }
}

/** What is about no client: settings of the site, staff and roles. */
function wireSiteAct(
  command: Exclude<ProposedCommand, { clientId: string }>,
  {
    address,
    member,
    replaced_value: replaced,
    plan_name: plan,
  }: Pick<AboutAct, 'address' | 'member' | 'replaced_value' | 'plan_name'>,
): ProposalAct {
  switch (command.kind) {
    case 'set_release_limits':
      return { kind: command.kind, day_limit: usd(command.dayLimit), client_limit: usd(command.clientLimit) };
    case 'set_wallets':
      return { kind: command.kind, bitcoin: command.bitcoin, ethereum: command.ethereum, usdt: command.usdt };
    case 'set_fees':
      return {
        kind: command.kind,
        withdrawalpercent: centsToDecimal(BigInt(command.feeBps)),
        miniwithdrawal: centsToDecimal(command.minimum),
      };
    case 'configure':
      return {
        kind: command.kind,
        setting: spelledOut(settingOf(command.item, command.key, JSON.parse(command.value))),
        plan,
        before: spelledOut(
          settingOf(command.item, command.key, replaced ?? CONFIGURABLE[command.item].standard(command.key)),
        ),
        effective_at: command.effectiveAt?.toISOString() ?? null,
        reverts: command.reverts,
      };
    case 'add_staff':
      return { kind: command.kind, email: address ?? member ?? '', role: command.role };
    case 'remove_staff':
      return { kind: command.kind, member_id: command.memberId, email: member ?? '' };
    case 'set_role':
      return { kind: command.kind, member_id: command.memberId, email: member ?? '', role: command.role };
    case 'define_role':
      return {
        kind: command.kind,
        name: command.name,
        permissions: PERMISSIONS.filter((name) => command.permissions.includes(name)),
      };
  }
}

/** Whoever approves what an email says reads all of it: the part that stays as it comes too. */
function spelledOut(setting: ConfigSetting): ConfigSetting {
  if (setting.item !== 'mail_wording' || !isMailTemplate(setting.key)) return setting;
  const { subject, lines } = worded(templates[setting.key], setting.value);
  return { ...setting, value: { subject, lines: [...lines] } };
}
