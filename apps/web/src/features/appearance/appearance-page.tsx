import { Button, Switch, useMantineColorScheme } from '@mantine/core';
import { appearanceWords as words } from '@clearbook/contracts/words/palette';
import { MonitorDown } from 'lucide-react';
import { STORED } from '../../app/storage-names.ts';
import { setTrend, TRENDS, useTrend } from '../../lib/appearance.ts';
import { useInstall } from '../../lib/install-prompt.ts';
import { useStored } from '../../lib/stored.ts';
import { ChoiceCards } from '../../ui/choice-cards.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './appearance.module.css';
import { Preview } from './preview.tsx';
import { ZoneChoice } from './zone-choice.tsx';

/** What this browser remembers about how things look, and in which zone times are. */
export default function AppearancePage() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [visible, setVisible] = useStored(STORED.visible, 'true');
  const trend = useTrend();
  const install = useInstall();
  return (
    <>
      <PageHeader title={words.title} description={words.text} />
      <div className={classes.columns}>
        <div className={classes.choices}>
          <Panel title={words.theme}>
            <p className={classes.hint}>{words.themeHint}</p>
            <ChoiceCards
              legend={words.theme}
              hideLegend
              row
              choices={[
                { value: 'light', label: words.light },
                { value: 'dark', label: words.dark },
                { value: 'auto', label: words.system },
              ]}
              value={colorScheme}
              onChange={setColorScheme}
            />
          </Panel>
          <Panel title={words.trend}>
            <p className={classes.hint}>{words.trendHint}</p>
            <ChoiceCards
              legend={words.trend}
              hideLegend
              choices={TRENDS.map((one) => ({ value: one, label: words.trends[one], hint: words.trendHints[one] }))}
              value={trend}
              onChange={setTrend}
            />
          </Panel>
          <Panel title={words.zone}>
            <p className={classes.hint}>{words.zoneHint}</p>
            <ZoneChoice />
          </Panel>
          {install !== null && (
            <Panel title={words.app}>
              <p className={classes.hint}>{words.appText}</p>
              <Button variant="default" leftSection={<MonitorDown size={16} aria-hidden />} onClick={install}>
                {words.install}
              </Button>
            </Panel>
          )}
          <Panel>
            <Switch
              label={words.balances}
              description={words.balancesHint}
              checked={visible !== 'false'}
              onChange={(event) => setVisible(event.currentTarget.checked ? 'true' : 'false')}
            />
            <h2 className={classes.motion}>{words.motion}</h2>
            <p className={classes.hint}>{words.motionText}</p>
          </Panel>
        </div>
        <Panel title={words.preview} className={classes.preview}>
          <Preview />
        </Panel>
      </div>
    </>
  );
}
