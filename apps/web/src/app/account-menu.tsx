import { Menu, UnstyledButton } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { KeyRound, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { PersonPicture } from '../ui/person-picture.tsx';
import classes from './shell.module.css';
import { useLogout } from './use-logout.ts';

export function AccountMenu({ me }: { me: Me }) {
  const logout = useLogout();
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={words.accountMenu(me.fullname)}>
          <PersonPicture name={me.fullname} src={me.picture} size={36} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <span className={classes.whoName} dir="auto">
            {me.fullname}
          </span>
          <span className={classes.whoMail}>{me.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/change-password" leftSection={<KeyRound size={16} aria-hidden />}>
          {words.nav.password}
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={logout}>
          {words.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
