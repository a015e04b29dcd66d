/** Words of the demo's mailbox page. */
export const mailboxWords = {
  title: 'Mailbox',
  intro: 'In the demo no mail leaves this computer. What we would have sent to you arrives here.',
  empty: 'No mail yet',
  emptyHint: 'Welcome mails, reset links and withdrawal codes arrive here.',
  list: 'Your mail',
  choose: 'Choose a mail to read it.',
  back: 'All mail',
  to: 'To',
  at: 'Sent',
  noSubject: '(no subject)',
} as const;
