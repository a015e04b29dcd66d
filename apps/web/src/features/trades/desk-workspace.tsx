import { useMediaQuery } from '@mantine/hooks';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { Group, Panel as Pane, Separator, useDefaultLayout } from 'react-resizable-panels';
import { STORED } from '../../app/storage-names.ts';
import { store, stored } from '../../lib/stored.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './workspace.module.css';
import { useDensity } from './use-density.ts';
import { nothing, SEVERAL_CHARTS, type WorkspaceProps } from './workspace.ts';

const storage = { getItem: stored, setItem: store };
const useKept = (id: string) =>
  useDefaultLayout({ id: `${STORED.workspace}:${id}`, storage, onlySaveAfterUserInteractions: true });

/** Market list, chart, ticket and positions in view together. The edges between them move, by mouse and by arrow keys, and stay. */
export default function DeskWorkspace({ parts }: WorkspaceProps) {
  const [density] = useDensity();
  const several = useMediaQuery(SEVERAL_CHARTS, false, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 1800px)', false, { getInitialValueInEffect: false });
  return (
    <Group className={classes.desk ?? ''} data-density={density} orientation="horizontal" {...useKept('full-ticket')}>
      <Pane id="markets" minSize={560}>
        <Group orientation="vertical" {...useKept('full-positions')}>
          <Pane id="prices" defaultSize="83.5%" minSize={300}>
            <Group orientation="horizontal" {...useKept('full-market')}>
              <Pane id="list" className={classes.pane ?? ''} defaultSize={wide ? 380 : 268} minSize={250} maxSize={420}>
                <Panel className={classes.list} flush title={words.asset} actions={parts.filter}>
                  {parts.picker}
                  {parts.market}
                </Panel>
              </Pane>
              <Separator className={classes.upright ?? ''} aria-label={words.resize.market} />
              <Pane id="chart" className={classes.pane ?? ''} minSize={300}>
                {parts.chart(classes.full, several)}
              </Pane>
            </Group>
          </Pane>
          <Separator className={classes.level ?? ''} aria-label={words.resize.positions} />
          <Pane id="positions" className={classes.pane ?? ''} minSize={110}>
            {parts.positions}
          </Pane>
        </Group>
      </Pane>
      <Separator className={classes.upright ?? ''} aria-label={words.resize.ticket} />
      <Pane id="ticket" className={classes.pane ?? ''} defaultSize={wide ? 340 : 290} minSize={290} maxSize={460}>
        <Panel className={classes.ticket} title={words.ticket} actions={parts.oneClick}>
          <div className={classes.account}>{parts.account}</div>
          {parts.quick}
          {parts.ticket(nothing)}
        </Panel>
      </Pane>
    </Group>
  );
}
