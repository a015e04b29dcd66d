import { accountWords } from '@clearbook/contracts/words/account';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './account.module.css';

const words = accountWords.twoFactor;

/** The one time that recovery codes are shown. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <Panel title={words.codes}>
      <Stack>
        <Text role="status">{words.codesText}</Text>
        <ul className={classes.codes} aria-label={words.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group>
          <Button onClick={onSaved}>{words.saved}</Button>
          <CopyButton value={codes.join('\n')} label={words.copyCodes} done={uiWords.copied} />
        </Group>
      </Stack>
    </Panel>
  );
}
