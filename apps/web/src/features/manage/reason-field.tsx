import { manageWords as words } from '@clearbook/contracts/words/manage';
import { Textarea, type TextareaProps } from '@mantine/core';

type Props = Pick<TextareaProps, 'value' | 'error' | 'onChange' | 'label'> & {
  hint?: string;
  /** In a form that stands on the page already, the focus stays where it is. */
  inPage?: boolean;
};

/** The reason of a decision, which its client reads, or of a change to the site, which the audit log keeps. */
export function ReasonField({ label = words.review.reason, hint, inPage = false, ...field }: Props) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={3}
      {...(hint === undefined ? {} : { description: hint })}
      {...(inPage ? {} : { 'data-autofocus': true })}
      {...field}
    />
  );
}
