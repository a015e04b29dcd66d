import { Drawer } from '@mantine/core';
import type { Side } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useEffect, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import classes from './workspace.module.css';
import type { WorkspaceProps } from './workspace.ts';

const VIEWS = ['chart', 'market', 'positions'] as const;
type View = (typeof VIEWS)[number];

/** One hand, one task: a view at a time under the asset's own line, both prices in the thumb's reach, and the ticket as a sheet from the bottom. */
export default function PhoneWorkspace({ parts, symbol, deals, filledIn }: WorkspaceProps) {
  const [view, setView] = useState<View>('chart');
  const [ticket, setTicket] = useState<{ opened: boolean; side: Side | null }>({
    opened: filledIn !== null,
    side: null,
  });
  // An asset that was picked from the list is looked at next.
  const [shown, setShown] = useState(symbol);
  if (shown !== symbol) {
    setShown(symbol);
    if (view === 'market') setView('chart');
  }
  useEffect(() => {
    if (filledIn !== null) setTicket({ opened: true, side: null });
  }, [filledIn, symbol]);
  const put = () => setTicket((now) => ({ ...now, opened: false }));
  const placed = () => {
    put();
    setView('positions');
  };
  return (
    <div className={classes.phone}>
      <div className={classes.phoneTop}>
        {parts.symbolBar(view === 'market', () => setView(view === 'market' ? 'chart' : 'market'))}
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={words.view}
          value={view}
          onChange={setView}
          data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        />
      </div>
      {view === 'market' && (
        <Panel flush title={words.asset} actions={parts.filter}>
          {parts.picker}
          {parts.market}
        </Panel>
      )}
      {view === 'chart' && parts.chart(classes.phoneChart)}
      {view === 'positions' && parts.positions}
      {view !== 'market' && parts.account}
      {deals ? (
        <>
          <div className={classes.place}>
            {parts.quick}
            {parts.dock((side) => setTicket({ opened: true, side }))}
          </div>
          <Drawer
            opened={ticket.opened}
            onClose={put}
            position="bottom"
            size="auto"
            title={parts.ticketTitle}
            classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
          >
            <section aria-label={words.ticket}>
              <div className={classes.sheetTools}>{parts.oneClick}</div>
              {parts.ticket(placed, ticket.side)}
            </section>
          </Drawer>
        </>
      ) : (
        parts.ticket(placed)
      )}
    </div>
  );
}
