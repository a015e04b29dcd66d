/** Words of the page where the link “Lock my account” leads. */
export const lockWords = {
  title: 'Lock your account',
  text: 'Everyone is logged out and the password stops working. You can then choose a new one by email, at the address this link was sent to. We hold withdrawals for 24 hours.',
  lock: 'Lock my account',
  done: 'Your account is locked and everyone is logged out. Choose a new password to get back in.',
  reset: 'Choose a new password',
  noToken: 'Open the link in our email to lock your account.',
} as const;
