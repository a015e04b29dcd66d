import {
  AlarmClock,
  ArrowDownToLine,
  ArrowUpFromLine,
  CandlestickChart,
  CircleArrowUp,
  HandCoins,
  IdCard,
  PenLine,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import classes from './notifications.module.css';

/** By the first word of a notification's kind. */
const GLYPHS: Readonly<Record<string, LucideIcon>> = {
  deposit: ArrowDownToLine,
  top: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  trade: CandlestickChart,
  alert: AlarmClock,
  order: CandlestickChart,
  margin: CandlestickChart,
  split: CandlestickChart,
  dividend: CandlestickChart,
  financing: CandlestickChart,
  spread: CandlestickChart,
  loan: HandCoins,
  package: CircleArrowUp,
  signal: CircleArrowUp,
  unlimited: CircleArrowUp,
  copy: Users,
  profit: Users,
  identity: IdCard,
  adjustment: PenLine,
};

/** What it is about, at a glance; whatever has no picture of its own is about the account's safety. */
export function Glyph({ kind }: { kind: string }) {
  const Icon = GLYPHS[kind.split('-')[0] ?? ''] ?? ShieldCheck;
  return (
    <span className={classes.glyph} aria-hidden>
      <Icon size={18} />
    </span>
  );
}
