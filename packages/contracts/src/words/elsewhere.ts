/** Words of the two pages about what is found elsewhere: buying coins, and real estate. */
export const buyCryptoWords = {
  title: 'Buy crypto',
  intro:
    'We don’t sell coins. To fund your account with Bitcoin, Ethereum or USDT, you need your own coins. These companies sell them.',
  aboutTitle: 'Before you go',
  about: [
    'These companies are independent. We have no connection with them, don’t recommend any of them, and earn nothing when you buy there.',
    'Check what they charge and whether they serve your country. Compare before you choose.',
    'Buy in your own name. No one from our team will ever buy for you, ask for your password there, or ask to see your screen.',
    'Only send coins to the address and over the network shown on your deposit page. Coins sent elsewhere are lost.',
  ],
  demo: 'This is a demo with paper money. You don’t need any coins, and you shouldn’t send any.',
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
  after: 'Already have coins?',
  deposit: 'Make a deposit',
} as const;

export const realEstateWords = {
  title: 'Real estate',
  notTitle: 'There is no real estate here',
  not: 'You can’t buy property, shares in buildings or rental rights here, and none of our plans invests in them. We don’t keep a waiting list or take deposits for it.',
  warning: 'If someone offers you real estate in our name, it isn’t us. Don’t send them anything, and let us know.',
  isTitle: 'What we offer',
  is: [
    'Currencies, crypto and stocks, traded at recorded prices you can check.',
    'A statement of every cent, and five ways to withdraw.',
  ],
  market: 'Open Market',
  statement: 'Open Statement',
} as const;
