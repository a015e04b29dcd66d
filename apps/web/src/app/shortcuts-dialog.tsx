import './styles-rest.ts';
import { Modal, Switch } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { shortcutWords as words } from '@clearbook/contracts/words/palette';
import type { ReactNode } from 'react';
import { useOpened } from '../lib/use-opened.ts';
import classes from './palette.module.css';
import { placesFor } from './places.ts';
import { useSingleKeys } from './shortcuts.ts';

const MAC = /mac|iphone|ipad/i.test(navigator.userAgent);
/** What the key beside K is called on this machine. */
const MOD = MAC ? '⌘' : 'Ctrl';

/** `?`: every shortcut there is, and the switch for those of a single key. */
export default function ShortcutsDialog({ me, opened, onClose }: { me: Me; opened: boolean; onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const places = placesFor(me).flatMap((group) => group.places);
  return (
    <Modal opened={useOpened(opened)} onClose={onClose} title={words.title} size="lg">
      <div className={classes.list}>
        <section aria-label={words.anywhere}>
          <h3>{words.anywhere}</h3>
          <dl className={classes.shortcuts}>
            <Shortcut name={words.palette} keys={[MOD, 'K']} />
            <Shortcut name={words.help} keys={['?']} />
            <Shortcut name={words.theme} keys={['T']} />
            <Shortcut name={words.balances} keys={['V']} />
            <Shortcut name={words.escape} keys={['Esc']} />
          </dl>
          <h3 className={classes.next}>{words.market}</h3>
          <dl className={classes.shortcuts}>
            <Shortcut name={words.newOrder} keys={['N']} />
            <Shortcut name={words.size} keys={['A']} />
            <Shortcut name={words.lots} keys={['↑', '↓']} between={words.or} />
            <Shortcut name={words.sides} keys={['B', 'S']} between={words.or} />
            <Shortcut name={words.find} keys={['/']} />
            <Shortcut name={words.rows} keys={['↑', '↓', 'Enter']} />
            <Shortcut name={words.nextAsset} keys={['[', ']']} between={words.or} />
            <Shortcut name={words.watch} keys={['W']} />
            <Shortcut name={words.interval} keys={['I']} />
            <Shortcut name={words.nextChart} keys={['L']} />
            <Shortcut name={words.book} keys={['O']} />
            <Shortcut name={words.manage} keys={['P']} />
            <Shortcut name={words.closePosition} keys={['X']} />
            <Shortcut name={words.closeSome} keys={['C']} />
          </dl>
        </section>
        <section aria-label={words.go}>
          <h3>{words.go}</h3>
          <dl className={classes.shortcuts}>
            {places.map(({ to, label, key }) => (
              <Shortcut key={to} name={label} keys={['G', key.toUpperCase()]} between={words.between} />
            ))}
          </dl>
        </section>
      </div>
      <Switch
        className={classes.switch ?? ''}
        label={words.singleKeys}
        description={words.singleKeysHint}
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function Shortcut({ name, keys, between }: { name: string; keys: readonly string[]; between?: string }) {
  const parts: ReactNode[] = keys.flatMap((key, index) => [
    ...(index > 0 && between !== undefined ? [<span key={`${key}-`}>{between}</span>] : []),
    <kbd key={key} className={classes.kbd}>
      {key}
    </kbd>,
  ]);
  return (
    <div>
      <dt>{name}</dt>
      <dd>{parts}</dd>
    </div>
  );
}
