import '@mantine/core/styles/List.layer.css';
import { realEstateWords as words } from '@clearbook/contracts/words/elsewhere';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './elsewhere.module.css';

/** What is not offered here, said plainly, and what is. */
export default function RealEstatePage() {
  return (
    <>
      <PageHeader title={words.title} />
      <div className={classes.page}>
        <Panel title={words.notTitle}>
          <Stack>
            <Text size="sm">{words.not}</Text>
            <Alert color="loss" styles={{ message: { color: 'inherit' } }}>
              {words.warning}
            </Alert>
          </Stack>
        </Panel>
        <Panel title={words.isTitle}>
          <Stack>
            <List spacing="xs" size="sm">
              {words.is.map((text) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
            <Group>
              <Button component={Link} to="/trades">
                {words.market}
              </Button>
              <Button component={Link} to="/statement" variant="default">
                {words.statement}
              </Button>
            </Group>
          </Stack>
        </Panel>
      </div>
    </>
  );
}
