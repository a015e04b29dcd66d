import type { Me } from '@clearbook/contracts';
import { shellWords } from '@clearbook/contracts/words/shell';
import {
  CandlestickChart,
  House,
  Inbox,
  KeyRound,
  Landmark,
  ShieldCheck,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import { NavLink } from 'react-router';
import classes from './shell.module.css';

type Item = { to: string; label: string; icon: LucideIcon };
const { nav } = shellWords;

/** Only what exists: the specification's labels, in its order. */
function itemsFor(me: Me): Item[] {
  return [
    { to: '/dashboard', label: nav.home, icon: House },
    { to: '/deposit-history', label: nav.deposits, icon: WalletCards },
    { to: '/withdrawals', label: nav.withdrawals, icon: Landmark },
    { to: '/trades', label: nav.market, icon: CandlestickChart },
    ...(me.mode === 'demo' ? [{ to: '/mailbox', label: nav.mailbox, icon: Inbox }] : []),
    { to: '/change-password', label: nav.password, icon: KeyRound },
    ...(me.role === 'admin' ? [{ to: '/all-user', label: nav.manage, icon: ShieldCheck }] : []),
  ];
}

export function Navigation({ me, onNavigate }: { me: Me; onNavigate?: () => void }) {
  return (
    <nav aria-label={shellWords.mainNavigation}>
      <ul className={classes.items}>
        {itemsFor(me).map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} className={classes.item ?? ''} onClick={onNavigate}>
              <Icon size={18} aria-hidden />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
