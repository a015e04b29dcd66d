import { useMediaQuery } from '@mantine/hooks';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { Panel } from '../../ui/panel.tsx';
import { Split } from './split.tsx';
import classes from './workspace.module.css';
import { useDensity } from './use-density.ts';
import { nothing, SEVERAL_CHARTS, type WorkspaceProps } from './workspace.ts';

/** Market list, chart, ticket and positions in view together. The edges between them move, by mouse and by arrow keys, and stay. */
export default function DeskWorkspace({ parts }: WorkspaceProps) {
  const [density] = useDensity();
  const several = useMediaQuery(SEVERAL_CHARTS, false, { getInitialValueInEffect: false });
  const wide = useMediaQuery('(min-width: 1800px)', false, { getInitialValueInEffect: false });
  const list = (
    <Panel className={classes.list} flush title={words.asset} actions={parts.filter}>
      {parts.picker}
      {parts.market}
    </Panel>
  );
  const ticket = (
    <Panel className={classes.ticket} title={words.ticket} actions={parts.oneClick}>
      <div className={classes.account}>{parts.account}</div>
      {parts.quick}
      {parts.ticket(nothing)}
    </Panel>
  );
  const prices = (
    <Split
      id="market"
      orientation="horizontal"
      label={words.resize.market}
      panes={[
        { size: wide ? '380px' : '268px', min: '250px', max: '420px', className: classes.pane, content: list },
        { size: 1, min: '300px', className: classes.pane, content: parts.chart(classes.full, several) },
      ]}
    />
  );
  const markets = (
    <Split
      id="positions"
      orientation="vertical"
      label={words.resize.positions}
      panes={[
        { size: 83.5, min: '300px', className: classes.pane, content: prices },
        { size: 16.5, min: '110px', className: classes.pane, content: parts.positions },
      ]}
    />
  );
  return (
    <Split
      id="ticket"
      orientation="horizontal"
      label={words.resize.ticket}
      className={classes.desk}
      density={density}
      panes={[
        { size: 1, min: '560px', className: classes.pane, content: markets },
        { size: wide ? '340px' : '290px', min: '290px', max: '460px', className: classes.pane, content: ticket },
      ]}
    />
  );
}
