/**
 * The part of the messages that the login page shows. It is a file of its own so that the first page loads no word that it does not
 * need; everybody else reads `messages`.
 */
export const firstMessages = {
  common: {
    failed: 'Something went wrong on our side. Nothing changed. Try again later.',
    unreachable: 'We can’t reach the server. Check your connection and try again. We’ve kept what you typed.',
  },
  login: {
    heading: 'Login into your account',
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email format',
    passwordRequired: 'Password is required',
    failed: 'Login failed. Please check your credentials.',
    /** After it in live mode, for everybody alike. */
    confirmFirst: 'If you just signed up, open the link in our email first.',
    tooMany: 'Login failed. Please check your credentials. There were too many attempts; wait a moment and try again.',
    closed: 'Login failed. Please check your credentials. This account is closed.',
    staffElsewhere:
      'Login failed. Please check your credentials. Staff can’t log in from this network. Use an approved one.',
  },
  account: {
    demoBanner: 'Demo: paper money. Nothing here is worth real money, so don’t send any.',
    /** The same where there is room for one line. */
    demoBannerShort: 'Demo: paper money, nothing real.',
  },
} as const;
