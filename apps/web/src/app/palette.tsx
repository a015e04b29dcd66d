import './styles-rest.ts';
import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import type { Instrument, Me } from '@clearbook/contracts';
import { alertWords } from '@clearbook/contracts/words/alerts';
import { SEARCH_GROUP_NAMES } from '@clearbook/contracts/search';
import { fullNameOf, searchWordsOf } from '@clearbook/domain/market';
import { manageWords } from '@clearbook/contracts/words/manage';
import { searchWords } from '@clearbook/contracts/words/search';
import { protectionWords } from '@clearbook/contracts/words/protection';
import { guestWords } from '@clearbook/contracts/words/guest';
import { paletteWords as words } from '@clearbook/contracts/words/palette';
import {
  AlarmClock,
  ArrowDownToLine,
  ArrowUpFromLine,
  CandlestickChart,
  CircleX,
  Coffee,
  Eye,
  EyeOff,
  Gauge,
  Keyboard,
  LogOut,
  Moon,
  ReceiptText,
  Search,
  ShieldCheck,
  Sun,
  UserPlus,
  TrendingDown,
  TrendingUp,
} from 'lucide-react';
import { useEffect, useId } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '../lib/format.ts';
import { useStored } from '../lib/stored.ts';
import { useInstruments } from '../lib/use-instruments.ts';
import { useOffered } from '../lib/use-restrictions.ts';
import { InstrumentMark } from '../ui/instrument-mark.tsx';
import { useTheme } from '../ui/use-theme.ts';
import { alertAddress, alertIntent } from '../features/alerts/index.ts';
import {
  findCommands,
  instrumentsNamed,
  ticketAddress,
  tradeIntent,
  type Command,
  type CommandGroup,
} from './palette-items.ts';
import { isOpenTo } from './pages.ts';
import { phrasesIn } from './palette-phrases.ts';
import { useRecordLines } from './palette-records.ts';
import { placesFor } from './places.ts';
import classes from './palette.module.css';
import { STORED } from './storage-names.ts';
import { useLogout } from './use-logout.ts';

const [store, palette] = createSpotlight();
const GROUPS: readonly CommandGroup[] = ['actions', 'instruments', 'pages', 'staff', ...SEARCH_GROUP_NAMES];
const GROUP_TITLES: Readonly<Record<CommandGroup, string>> = { ...words.groups, ...searchWords.groups };
type Props = {
  me: Me;
  /** Grows by one each time that somebody asks for the palette. */
  asked: number;
  onShortcuts: () => void;
};

/** Ctrl K: everything that can be reached or done, by typing a part of its name. Comes in a file of its own when first asked for. */
export default function Palette({ me, asked, onShortcuts }: Props) {
  const { query, selected } = useSpotlight(store);
  const commands = useCommands(me, query, onShortcuts);
  const listId = useId();
  useEffect(() => palette.open(), [asked]);
  const optionId = (index: number) => `${listId}-${index}`;
  let index = -1;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      centered={false}
      scrollable
      maxHeight={420}
      size={600}
      title={words.title}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      // What is typed is cleared when it is gone: a slow way out would clear what somebody types who asks for it again right away.
      transitionProps={{ exitDuration: 0 }}
      classNames={{ header: classes.header ?? '', content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <Spotlight.Search
        placeholder={words.placeholder}
        aria-label={words.title}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={commands.length > 0 && selected >= 0 ? optionId(selected) : undefined}
        leftSection={<Search size={18} aria-hidden />}
        rightSection={<kbd className={classes.kbd}>Esc</kbd>}
        rightSectionPointerEvents="none"
        autoComplete="off"
        data-autofocus
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label={words.results}>
        {GROUPS.map((group) => {
          const lines = commands.filter((command) => command.group === group);
          if (lines.length === 0) return null;
          return (
            <div key={group} role="group" aria-label={GROUP_TITLES[group]} className={classes.group}>
              <p className={classes.groupTitle} aria-hidden>
                {GROUP_TITLES[group]}
              </p>
              {lines.map((command) => {
                index += 1;
                const at = index;
                return (
                  <Line key={command.id} id={optionId(at)} command={command} current={at === Math.max(0, selected)} />
                );
              })}
            </div>
          );
        })}
        {commands.length === 0 && (
          <div role="option" aria-selected={false} aria-disabled className={classes.nothing}>
            <p className={classes.nothingTitle}>{words.nothing}</p>
            <p>{words.nothingText}</p>
          </div>
        )}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={classes.footer ?? ''}>
        <span>{words.hint}</span>
        <span className={classes.keys}>
          <kbd className={classes.kbd}>↑</kbd>
          <kbd className={classes.kbd}>↓</kbd>
          <kbd className={classes.kbd}>↵</kbd>
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

/** `data-action` is how Spotlight's arrow keys find the lines. */
function Line({ id, command, current }: { id: string; command: Command; current: boolean }) {
  const { label, hint, icon: Icon, symbol, keys, run } = command;
  const choose = () => {
    palette.close();
    run();
  };
  return (
    <div
      id={id}
      role="option"
      aria-selected={current}
      data-action
      data-selected={current || undefined}
      className={classes.line}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      {symbol === undefined ? (
        <Icon size={18} strokeWidth={1.75} aria-hidden className={classes.icon} />
      ) : (
        <InstrumentMark symbol={symbol} size={20} />
      )}
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </span>
      {keys !== undefined && (
        <span className={classes.keys} aria-hidden>
          {keys.map((key) => (
            <kbd key={key} className={classes.kbd}>
              {key.toUpperCase()}
            </kbd>
          ))}
        </span>
      )}
    </div>
  );
}

/** A guest can't come back, and is asked before they leave: not here, where one key would do it. */
function leaving(me: Me, go: (to: string) => () => void, logout: () => void) {
  return me.guest === null
    ? { id: 'logout', label: words.logout, icon: LogOut, words: 'sign out leave', run: logout }
    : { id: 'sign-up', label: guestWords.signUp, icon: UserPlus, words: 'account keep register', run: go('/signup') };
}

/** What the query finds, group by group in the order in which it is shown. */
function useCommands(me: Me, query: string, onShortcuts: () => void): Command[] {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate(to);
  const list = useOffered(useInstruments().list) ?? [];
  const { dark, toggle } = useTheme();
  const [visible, setVisible] = useStored(STORED.visible, 'true');
  const logout = useLogout();
  const records = useRecordLines(query, go);
  const shown = visible !== 'false';

  const actions: Command[] = [
    { id: 'deposit', label: words.deposit, icon: ArrowDownToLine, words: 'add money fund top up', run: go('/deposit') },
    {
      id: 'withdraw',
      label: words.withdraw,
      icon: ArrowUpFromLine,
      words: 'pay out cash',
      run: go('/select-withdrawal'),
    },
    {
      id: 'theme',
      label: dark ? words.toLight : words.toDark,
      icon: dark ? Sun : Moon,
      words: 'theme mode appearance toggle',
      keys: ['t'],
      run: toggle,
    },
    {
      id: 'balances',
      label: shown ? words.hideBalances : words.showBalances,
      icon: shown ? EyeOff : Eye,
      words: 'visible eye privacy toggle',
      keys: ['v'],
      run: () => setVisible(shown ? 'false' : 'true'),
    },
    ...clientActions(me, go),
    { id: 'shortcuts', label: words.shortcuts, icon: Keyboard, words: 'keys help', keys: ['?'], run: onShortcuts },
    leaving(me, go, logout),
  ].map((command): Command => ({ ...command, group: 'actions' }));

  const pages = placesFor(me)
    .flatMap(({ places }) => places)
    .map(({ to, label, icon, key }): Command => {
      return {
        id: to,
        group: 'pages',
        label,
        icon,
        words: to.slice(1).replaceAll('-', ' '),
        keys: ['g', key],
        run: go(to),
      };
    });
  if (me.role === 'client') pages.push(limitsLine(go));
  const alert = me.role === 'client' ? alertIntent(query) : null;
  const alerts = alert === null ? [] : instrumentsNamed(alert.wanted, list).map((of) => alertLine(of, alert.price, go));
  const intent = tradeIntent(query, list);
  const commands =
    intent === null || intent.instruments.length === 0
      ? [...actions, ...list.map((one) => instrumentLine(one, go)), ...pages, ...staffLines(me, query, go)]
      : [];
  const found = intent === null || commands.length > 0 ? findCommands(commands, query) : [];
  const trades = (intent?.instruments ?? []).flatMap((of) =>
    intent === null ? [] : [tradeLine(of, intent.side, intent.lots, go)],
  );
  const [first] = found;
  // One asset is meant: both sides of its ticket stand with it.
  const sides =
    query.trim() !== '' && first?.group === 'instruments'
      ? list
          .filter((of) => `symbol:${of.symbol}` === first.id)
          .flatMap((of) => [tradeLine(of, 'buy', null, go), tradeLine(of, 'sell', null, go)])
      : [];
  const phrases = phrasesIn(query, { now: new Date(), has: (path) => isOpenTo(me, path) }).map(
    ({ kind, to, ...phrase }): Command => ({ ...phrase, group: 'actions', icon: PHRASE_ICONS[kind], run: go(to) }),
  );
  const all = [...phrases, ...trades, ...alerts, ...found, ...sides, ...records];
  return GROUPS.flatMap((group) => all.filter((command) => command.group === group));
}

type Go = (to: string) => () => void;

const PHRASE_ICONS = { statement: ReceiptText } as const;

function limitsLine(go: Go): Command {
  return {
    id: '/trading-limits',
    group: 'pages',
    label: protectionWords.title,
    icon: Gauge,
    words: protectionWords.palette,
    run: go('/trading-limits'),
  };
}

/** What only clients do, each where its page is theirs. */
function clientActions(me: Me, go: Go): Omit<Command, 'group'>[] {
  if (me.role !== 'client') return [];
  return [
    {
      ...{ id: 'close-all', label: words.closeAll, hint: words.closeAllHint, icon: CircleX },
      ...{ words: 'close all winners losers positions exit', keys: ['c'], run: go('/trades?do=close-all') },
    },
    {
      ...{ id: 'break', label: words.takeBreak, icon: Coffee },
      ...{ words: 'take a break pause stop time out limits protect', run: go('/trading-limits') },
    },
  ];
}

function instrumentLine({ symbol, name }: Instrument, go: Go): Command {
  const run = go(ticketAddress(symbol));
  const full = fullNameOf(symbol);
  const hint = full === name || full === symbol ? undefined : full;
  return {
    id: `symbol:${symbol}`,
    group: 'instruments',
    label: name,
    ...(hint && { hint }),
    icon: CandlestickChart,
    symbol,
    words: searchWordsOf(symbol),
    run,
  };
}

function tradeLine({ symbol, name }: Instrument, side: 'buy' | 'sell', lots: string | null, go: Go): Command {
  return {
    id: `${side}:${symbol}`,
    group: 'instruments',
    label: side === 'buy' ? words.buy(name) : words.sell(name),
    hint: lots === null ? words.opensTicket : words.lots(lots),
    icon: side === 'buy' ? TrendingUp : TrendingDown,
    run: go(ticketAddress(symbol, side, lots)),
  };
}

function alertLine({ symbol, name }: Instrument, price: string, go: Go): Command {
  return {
    id: `alert:${symbol}`,
    group: 'instruments',
    label: price === '' ? alertWords.commandOpen(name) : alertWords.command(name, formatPrice(price)),
    hint: alertWords.commandHint,
    icon: AlarmClock,
    run: go(alertAddress(symbol, price)),
  };
}

function staffLines(me: Me, query: string, go: Go): Command[] {
  if (!isOpenTo(me, '/all-user')) return [];
  const tabs = Object.entries(manageWords.tabs).map(([tab, label]): Command => {
    const id = `manage:${tab}`;
    return { id, group: 'staff', label: words.manage(label), icon: ShieldCheck, run: go(`/all-user?tab=${tab}`) };
  });
  const typed = query.trim();
  if (!typed.includes('@')) return tabs;
  const find = go(`/all-user?q=${encodeURIComponent(typed)}`);
  return [...tabs, { id: 'find', group: 'staff', label: words.findUser(typed), icon: Search, words: typed, run: find }];
}
