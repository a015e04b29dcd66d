import type { Me } from '@clearbook/contracts';
import { knowledgeWords } from '@clearbook/contracts/words/knowledge';
import { accountWords as words } from '@clearbook/contracts/words/account';
import { activityWords } from '@clearbook/contracts/words/activity';
import { liabilityWords } from '@clearbook/contracts/words/liabilities';
import { passkeyWords } from '@clearbook/contracts/words/passkeys';
import { protectionWords } from '@clearbook/contracts/words/protection';
import {
  BadgeCheck,
  Bitcoin,
  ChevronRight,
  CircleAlert,
  Fingerprint,
  Gauge,
  GraduationCap,
  IdCard,
  ImageUp,
  KeyRound,
  Landmark,
  Mail,
  MonitorSmartphone,
  Scale,
  ScrollText,
  ShieldCheck,
  UserRoundX,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PersonPicture } from '../../ui/person-picture.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { LogWatch } from '../verify/index.ts';
import { ArchivePanel } from './archive-panel.tsx';
import classes from './account.module.css';

/** Staff have no money here and are not asked who they are: what is only for clients is not theirs to press. */
const tiles: readonly { to: string; name: keyof typeof words.tile; icon: LucideIcon; only?: 'client' }[] = [
  { to: '/deposit', name: 'deposit', icon: WalletCards, only: 'client' },
  { to: '/select-withdrawal', name: 'withdrawal', icon: Landmark, only: 'client' },
  { to: '/buy-crypto', name: 'buyCrypto', icon: Bitcoin },
  { to: '/identity', name: 'identity', icon: IdCard, only: 'client' },
  { to: '/profile-pic', name: 'picture', icon: ImageUp },
  { to: '/update-email', name: 'email', icon: Mail },
  { to: '/change-password', name: 'password', icon: KeyRound },
];

/** /account: who somebody is here, whether that is verified, and the way to everything about them. */
export default function AccountPage({ me }: { me: Me }) {
  const since = formatDate(me.created_at);
  const offered = tiles.filter(({ only }) => only === undefined || only === me.role);
  return (
    <>
      <PageHeader title={words.title} />
      {me.role === 'client' && <LogWatch />}
      <Panel>
        <div className={classes.who}>
          <PersonPicture
            id={me.id}
            name={me.fullname}
            src={me.picture}
            size={72}
            label={words.pictureOf(me.fullname)}
          />
          <div className={classes.names}>
            <h2 className={classes.name} dir="auto">
              {me.fullname}
            </h2>
            <p className={classes.mail}>{me.email}</p>
            <p className={classes.mail}>{me.role === 'client' ? words.member(since) : words.staffMember(since)}</p>
          </div>
          {me.role !== 'client' ? null : me.is_verified ? (
            <span className={classes.verified}>
              <BadgeCheck size={16} aria-hidden />
              {words.verified}
            </span>
          ) : (
            <span className={classes.notVerified}>
              <CircleAlert size={16} aria-hidden />
              {words.notVerified}
            </span>
          )}
        </div>
      </Panel>
      <ul className={classes.tiles} aria-label={words.tiles}>
        {offered.map(({ to, name, icon: Icon }) => (
          <li key={to}>
            <div className={classes.tile}>
              <span className={classes.tileIcon}>
                <Icon size={20} aria-hidden />
              </span>
              <Link to={to} className={classes.tileLink}>
                {words.tile[name].title}
              </Link>
              <span className={classes.tileText}>{words.tile[name].text}</span>
            </div>
          </li>
        ))}
      </ul>
      <div className={classes.stack}>
        <Panel title={words.security}>
          <ul className={classes.rows}>
            {rowsOf(me).map((row) => (
              <li key={row.to}>
                <Row {...row} />
              </li>
            ))}
          </ul>
        </Panel>
        {me.role === 'client' && <ArchivePanel />}
      </div>
    </>
  );
}

type RowProps = { to: string; icon: LucideIcon; title: string; text: string; badge?: ReactNode };

function rowsOf(me: Me): readonly RowProps[] {
  const { twoFactor, sessions } = words;
  const badge = (
    <StatusBadge status={me.two_factor ? 'active' : 'off'} label={me.two_factor ? twoFactor.on : twoFactor.off} />
  );
  return [
    { to: '/two-factor', icon: ShieldCheck, title: twoFactor.title, text: twoFactor.short, badge },
    { to: '/passkeys', icon: Fingerprint, title: passkeyWords.title, text: passkeyWords.short },
    { to: '/sessions', icon: MonitorSmartphone, title: sessions.title, text: sessions.short },
    ...(me.role === 'client'
      ? [
          ...(me.mode === 'live'
            ? [{ to: '/knowledge-check', icon: GraduationCap, title: knowledgeWords.title, text: knowledgeWords.short }]
            : []),
          { to: '/trading-limits', icon: Gauge, title: protectionWords.title, text: protectionWords.short },
          { to: '/proof-of-balance', icon: Scale, title: liabilityWords.title, text: liabilityWords.short },
        ]
      : []),
    { to: '/account/activity', icon: ScrollText, title: activityWords.title, text: activityWords.short },
    ...(me.role === 'client'
      ? [{ to: '/account/close', icon: UserRoundX, title: activityWords.close.title, text: activityWords.close.short }]
      : []),
  ];
}

function Row({ to, icon: Icon, title, text, badge }: RowProps) {
  return (
    <Link to={to} className={classes.row}>
      <Icon size={20} aria-hidden />
      <span className={classes.rowWords}>
        <span className={classes.tileTitle}>{title}</span>
        <br />
        <span className={classes.tileText}>{text}</span>
      </span>
      {badge}
      <ChevronRight size={18} aria-hidden />
    </Link>
  );
}
