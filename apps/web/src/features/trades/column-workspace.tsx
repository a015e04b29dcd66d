import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { Panel } from '../../ui/panel.tsx';
import classes from './workspace.module.css';
import { nothing, type WorkspaceProps } from './workspace.ts';

/** Between a phone and a desk: asset and chart beside the ticket, positions under them. */
export default function ColumnWorkspace({ parts }: WorkspaceProps) {
  return (
    <div className={classes.columns}>
      <Panel className={classes.pickerArea} flush title={words.asset}>
        {parts.picker}
      </Panel>
      {parts.chart(classes.chartArea)}
      <Panel className={classes.ticketArea} title={words.ticket} actions={parts.oneClick}>
        {parts.quick}
        {parts.ticket(nothing)}
      </Panel>
      <div className={classes.positionsArea}>{parts.positions}</div>
    </div>
  );
}
