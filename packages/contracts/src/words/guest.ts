/** Words for guests, who try a demo without an account. The login page loads them too, so they are few. */
export const guestWords = {
  pitch: 'Trade forex, crypto and stocks with paper money, in books that anyone can check.',
  begin: 'Try it without an account',
  beginning: 'Getting your paper money…',
  beginHint: '$10,000 of paper money for 24 hours. No email needed.',
  label: 'Guest',
  banner: (site: string, left: string) =>
    `You’re trying ${site} as a guest. Everything is gone in ${left} unless you sign up.`,
  bannerShort: (left: string) => `Guest: gone in ${left}.`,
  signUp: 'Sign up',
  signUpText: 'You keep your trades and your balance.',
  needed: 'Sign up to continue',
  neededTo: {
    '/deposit': 'Sign up to deposit',
    '/select-withdrawal': 'Sign up to withdraw',
    '/upgrade': 'Sign up to buy a plan',
    '/copy-trader': 'Sign up to copy a trader',
  },
  neededText: 'This takes an account. You keep the trades and the paper money you have as a guest.',
  toMarket: 'Back to Market',
  leaveTitle: 'Leave as a guest?',
  leaveText:
    'You can’t come back to this guest: there’s no password. Your trades close and your paper money goes. Sign up to keep them.',
  leave: 'Log out anyway',
  overTitle: 'Your time as a guest is over',
  overText: 'We’re closing your trades and erasing what this guest had. Sign up to go on with an account of your own.',
  toLogin: 'Go to login',
} as const;
