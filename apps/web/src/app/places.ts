import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import {
  AlarmClock,
  Bell,
  Bitcoin,
  CandlestickChart,
  ChartNoAxesCombined,
  CircleArrowUp,
  CircleUser,
  Gauge,
  HandCoins,
  House,
  Inbox,
  KeyRound,
  Landmark,
  ListChecks,
  Palette,
  Radio,
  ReceiptText,
  Scale,
  ShieldCheck,
  Users,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import { isOpenTo } from './pages.ts';

export type Place = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The letter that leads here after G. */
  key: string;
  /** Pages without a place of their own that belong to this one, by the beginning of their address. */
  also?: readonly string[];
};
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
      { to: '/dashboard', label: nav.home, icon: House, key: 'd' },
      {
        to: '/account',
        label: nav.account,
        icon: CircleUser,
        key: 'a',
        also: [
          '/account/',
          '/identity',
          '/proof-of-balance',
          '/update-email',
          '/profile-pic',
          '/two-factor',
          '/passkeys',
          '/sessions',
          '/trading-limits',
          '/knowledge-check',
        ],
      },
    ],
  },
  {
    title: nav.money,
    places: [
      { to: '/deposit-history', label: nav.deposits, icon: WalletCards, key: 'h', also: ['/deposit'] },
      { to: '/withdrawals', label: nav.withdrawals, icon: Landmark, key: 'w', also: ['/select-withdrawal'] },
      { to: '/statement', label: nav.statement, icon: ReceiptText, key: 's', also: ['/receipts/'] },
      { to: '/buy-crypto', label: nav.buyCrypto, icon: Bitcoin, key: 'b' },
    ],
  },
  {
    title: nav.trading,
    places: [
      {
        to: '/copy-trader',
        label: nav.copyTrader,
        icon: Users,
        key: 'c',
        also: ['/trader/', '/copies/', '/add-trader'],
      },
      { to: '/trades', label: nav.market, icon: CandlestickChart, key: 't' },
      { to: '/alerts', label: nav.alerts, icon: AlarmClock, key: 'r' },
      { to: '/performance', label: nav.performance, icon: ChartNoAxesCombined, key: 'f' },
      { to: '/signal', label: nav.signal, icon: Radio, key: 'i' },
      { to: '/upgrade', label: nav.upgrade, icon: CircleArrowUp, key: 'u', also: ['/add-upgrade'] },
      { to: '/trading-plans', label: nav.loan, icon: HandCoins, key: 'l' },
    ],
  },
  {
    title: nav.settings,
    places: [
      { to: '/notifications', label: nav.notifications, icon: Bell, key: 'n' },
      { to: '/mailbox', label: nav.mailbox, icon: Inbox, key: 'x' },
      { to: '/appearance', label: nav.appearance, icon: Palette, key: 'e' },
      { to: '/change-password', label: nav.password, icon: KeyRound, key: 'p' },
    ],
  },
  {
    title: nav.staff,
    places: [
      { to: '/overview', label: nav.overview, icon: Gauge, key: 'o' },
      { to: '/queues', label: nav.queues, icon: ListChecks, key: 'q' },
      { to: '/reconciliation', label: nav.reconciliation, icon: Scale, key: 'y' },
      {
        to: '/all-user',
        label: nav.manage,
        icon: ShieldCheck,
        key: 'm',
        also: ['/user/', '/deposit/', '/withdrawal/', '/admin/'],
      },
    ],
  },
];

/** The groups with the places that exist for this person; a group without any is left out. */
export function placesFor(me: Me): PlaceGroup[] {
  return GROUPS.map(({ title, places }) => ({ title, places: places.filter(({ to }) => isOpenTo(me, to)) })).filter(
    ({ places }) => places.length > 0,
  );
}

/** Where this address stands in the navigation: its own place, or the place that it belongs to. */
export function isAt({ to, also = [] }: Place, pathname: string): boolean {
  if (pathname === to) return true;
  // A review page is under Manage, though its address begins like the client's own.
  const under = (start: string) => (start.endsWith('/') ? pathname.startsWith(start) : pathname === start);
  return also.some(under);
}

/** What the phone's bar shows, in this order, as far as it exists for this person and has room: of staff, what waits for them. */
const ON_PHONE = [
  ...['/overview', '/queues', '/all-user'],
  ...['/dashboard', '/trades', '/copy-trader', '/account', '/withdrawals', '/deposit-history'],
];
const PHONE_PLACES = 4;

export function phonePlacesFor(me: Me): Place[] {
  const all = placesFor(me).flatMap(({ places }) => places);
  return ON_PHONE.map((to) => all.find((place) => place.to === to))
    .filter((place) => place !== undefined)
    .slice(0, PHONE_PLACES);
}
