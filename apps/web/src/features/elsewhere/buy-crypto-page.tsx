import '@mantine/core/styles/List.layer.css';
import type { Me } from '@clearbook/contracts';
import { buyCryptoWords as words } from '@clearbook/contracts/words/elsewhere';
import { Alert, Anchor, Button, List } from '@mantine/core';
import { ArrowDownToLine, ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './elsewhere.module.css';

/** Where coins are sold, by companies that are not us. Nothing of theirs is loaded here: they are links, and no more. */
export default function BuyCryptoPage({ me }: { me: Me }) {
  return (
    <>
      <PageHeader title={words.title} description={words.intro} />
      <div className={classes.page}>
        {me.mode === 'demo' && <Alert color="ink">{words.demo}</Alert>}
        <Panel title={words.aboutTitle}>
          <List spacing="xs" size="sm">
            {words.about.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Panel>
        <Panel title={words.listTitle} flush>
          <ul className={classes.sites}>
            {words.sites.map(({ name, url, text }) => (
              <li key={name} className={classes.site}>
                <div>
                  <Anchor href={url} target="_blank" rel="noopener noreferrer" fw={600}>
                    {name}
                    <span className={classes.hidden}> ({words.opens})</span>
                  </Anchor>
                  <p className={classes.about}>{text}</p>
                  <span className={classes.host}>{new URL(url).host}</span>
                </div>
                <ExternalLink size={16} aria-hidden />
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={words.after}>
          <Button component={Link} to="/deposit" leftSection={<ArrowDownToLine size={16} aria-hidden />}>
            {words.deposit}
          </Button>
        </Panel>
      </div>
    </>
  );
}
