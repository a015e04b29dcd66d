import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import {
  Bell,
  Bitcoin,
  CandlestickChart,
  CircleArrowUp,
  CircleUser,
  HandCoins,
  House,
  Inbox,
  KeyRound,
  Landmark,
  Palette,
  Radio,
  ReceiptText,
  ShieldCheck,
  Users,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import { isOpenTo } from './pages.ts';

export type Place = { to: string; label: string; icon: LucideIcon };
export type PlaceGroup = { title: string | null; places: readonly Place[] };
const { nav } = shellWords;

/**
 * The side navigation: the specification's labels in its order, with our own pages between them. A place shows as soon as its page
 * stands in pages.ts, so a new page needs no line here.
 */
const GROUPS: readonly PlaceGroup[] = [
  {
    title: null,
    places: [
      { to: '/dashboard', label: nav.home, icon: House },
      { to: '/account', label: nav.account, icon: CircleUser },
    ],
  },
  {
    title: nav.money,
    places: [
      { to: '/deposit-history', label: nav.deposits, icon: WalletCards },
      { to: '/withdrawals', label: nav.withdrawals, icon: Landmark },
      { to: '/statement', label: nav.statement, icon: ReceiptText },
      { to: '/buy-crypto', label: nav.buyCrypto, icon: Bitcoin },
    ],
  },
  {
    title: nav.trading,
    places: [
      { to: '/copy-trader', label: nav.copyTrader, icon: Users },
      { to: '/trades', label: nav.market, icon: CandlestickChart },
      { to: '/signal', label: nav.signal, icon: Radio },
      { to: '/upgrade', label: nav.upgrade, icon: CircleArrowUp },
      { to: '/trading-plans', label: nav.loan, icon: HandCoins },
    ],
  },
  {
    title: nav.settings,
    places: [
      { to: '/notifications', label: nav.notifications, icon: Bell },
      { to: '/mailbox', label: nav.mailbox, icon: Inbox },
      { to: '/appearance', label: nav.appearance, icon: Palette },
      { to: '/change-password', label: nav.password, icon: KeyRound },
    ],
  },
  { title: nav.staff, places: [{ to: '/all-user', label: nav.manage, icon: ShieldCheck }] },
];

/** The groups with the places that exist for this person; a group without any is left out. */
export function placesFor(me: Me): PlaceGroup[] {
  return GROUPS.map(({ title, places }) => ({ title, places: places.filter(({ to }) => isOpenTo(me, to)) })).filter(
    ({ places }) => places.length > 0,
  );
}
