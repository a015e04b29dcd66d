import { Button, Drawer, SegmentedControl } from '@mantine/core';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useEffect, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import classes from './workspace.module.css';
import type { WorkspaceProps } from './workspace.ts';

const VIEWS = ['chart', 'market', 'positions'] as const;
type View = (typeof VIEWS)[number];

/** One hand, one task: a view at a time, and the ticket as a sheet from the bottom. */
export default function PhoneWorkspace({ parts, symbol, deals, beginsWithTicket }: WorkspaceProps) {
  const [view, setView] = useState<View>('chart');
  const [ticket, setTicket] = useState(beginsWithTicket);
  // An asset that was picked from the list is looked at next.
  const [shown, setShown] = useState(symbol);
  if (shown !== symbol) {
    setShown(symbol);
    if (view === 'market') setView('chart');
  }
  useEffect(() => {
    if (beginsWithTicket) setTicket(true);
  }, [beginsWithTicket, symbol]);
  const placed = () => {
    setTicket(false);
    setView('positions');
  };
  return (
    <div className={classes.phone}>
      <SegmentedControl
        fullWidth
        aria-label={words.view}
        value={view}
        onChange={setView}
        data={VIEWS.map((value) => ({ value, label: words.views[value] }))}
      />
      {view !== 'positions' && (
        <Panel flush title={words.asset} actions={view === 'market' && parts.filter}>
          {parts.picker}
          {view === 'market' && parts.market}
        </Panel>
      )}
      {view === 'chart' && parts.chart(classes.phoneChart)}
      {view === 'positions' && parts.positions}
      {deals ? (
        <>
          <div className={classes.place}>
            {parts.quick}
            <Button fullWidth size="md" aria-haspopup="dialog" onClick={() => setTicket(true)}>
              {words.ticket}
            </Button>
          </div>
          <Drawer
            opened={ticket}
            onClose={() => setTicket(false)}
            position="bottom"
            size="auto"
            title={parts.ticketTitle}
            classNames={{ content: classes.sheet ?? '', body: classes.sheetBody ?? '' }}
          >
            <section aria-label={words.ticket}>
              <div className={classes.sheetTools}>{parts.oneClick}</div>
              {parts.ticket(placed)}
            </section>
          </Drawer>
        </>
      ) : (
        parts.ticket(placed)
      )}
    </div>
  );
}
