/** Words of the two pages about what is found elsewhere: buying coins, and real estate. */
export const buyCryptoWords = {
  title: 'Buy crypto',
  intro:
    'We sell no coins. To fund your account with Bitcoin, Ethereum or USDT you need coins of your own; these companies sell them.',
  aboutTitle: 'Before you go',
  about: [
    'They are independent companies. We are not connected with them, recommend none of them, and get nothing when you buy there.',
    'What they charge, and whether they may serve you where you live, is between you and them. Compare first.',
    'Buy in your own name. Nobody from our team will ever do it for you, ask for your password there, or ask to see your screen.',
    'Send coins only to the address and on the network that your deposit page shows. Coins sent elsewhere are lost.',
  ],
  demo: 'This is a demo with paper money: you need no coins here, and you should send none.',
  listTitle: 'Five places that sell coins',
  opens: 'opens in a new tab',
  sites: [
    {
      name: 'Coinbase',
      url: 'https://www.coinbase.com/',
      text: 'Exchange from the United States, listed on the stock market. Card and bank transfer.',
    },
    {
      name: 'Kraken',
      url: 'https://www.kraken.com/',
      text: 'Exchange from the United States, since 2011. Mostly bank transfer.',
    },
    {
      name: 'Bitstamp',
      url: 'https://www.bitstamp.net/',
      text: 'Exchange from Luxembourg, since 2011. Bank transfer and card.',
    },
    { name: 'Gemini', url: 'https://www.gemini.com/', text: 'Exchange from New York. Bank transfer and card.' },
    { name: 'Bitpanda', url: 'https://www.bitpanda.com/', text: 'Broker from Austria. Bank transfer and card.' },
  ],
  after: 'You have coins already?',
  deposit: 'Make a deposit',
} as const;

export const realEstateWords = {
  title: 'Real estate',
  notTitle: 'There is no real estate here',
  not: 'You cannot buy property, shares in buildings or any right to rent through this site, and no plan of ours invests in any. We keep no waiting list and take no deposit for it.',
  warning: 'If somebody offers you real estate in our name, it is not us. Send them nothing, and tell us.',
  isTitle: 'What there is',
  is: [
    'Currencies, crypto and stocks, bought and sold at quotes that are recorded and can be checked.',
    'A statement of every cent that moved, and withdrawals by five methods.',
  ],
  market: 'Open Market',
  statement: 'Open Statement',
} as const;
