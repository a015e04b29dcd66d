import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';

/** A hidden password with a button that shows it. The button is reachable by keyboard and says what it does. */
export function PasswordField({ label, ...props }: Omit<PasswordInputProps, 'label'> & { label: string }) {
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      label={label}
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={({ reveal }) => (reveal ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />)}
      visibilityToggleButtonProps={{
        'aria-label': visible ? words.hidePassword(label) : words.showPassword(label),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    />
  );
}
