/** Words of the demo's mailbox page. */
export const mailboxWords = {
  title: 'Mailbox',
  intro: 'The demo doesn’t send real email. Anything we’d have sent you appears here.',
  empty: 'No mail yet',
  emptyHint: 'Welcome emails, reset links and withdrawal codes appear here.',
  list: 'Your mail',
  choose: 'Choose an email to read it.',
  back: 'All mail',
  to: 'To',
  at: 'Sent',
  noSubject: '(no subject)',
} as const;
