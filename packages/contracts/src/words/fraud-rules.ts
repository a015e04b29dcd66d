const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** What each fact of an operator’s rule says of a withdrawal or a deposit, in the signal that it makes. */
export const fraudRuleWords = {
  sentence: (name: string, facts: readonly string[]) => `Rule “${name}”: ${facts.join(', ')}.`,
  methods: {
    bank: 'to a bank account',
    crypto: 'in crypto',
    paypal: 'to PayPal',
    cashapp: 'to Cash App',
    gcash: 'to GCash',
    bitcoin: 'in bitcoin',
    ethereum: 'in Ethereum',
    tether: 'in Tether',
  },
  accountAge: (count: number) => (count === 0 ? 'account less than a day old' : `account ${days(count)} old`),
  firstPayout: (first: boolean) => (first ? 'first payout to this destination' : 'paid to this destination before'),
  sinceLastDeposit: (count: number) =>
    count === 0 ? 'last deposit less than a day before' : `last deposit ${days(count)} before`,
  percentOfRecent: (percent: number) => `${percent}% of what was deposited in the 14 days before`,
  withdrawalsInADay: (count: number) =>
    count === 1 ? 'the only withdrawal in 24 hours' : `${count} withdrawals requested in 24 hours`,
  firstDeposit: (first: boolean) => (first ? 'first deposit' : 'deposited before'),
  depositsInADay: (count: number) =>
    count === 1 ? 'the only deposit in 24 hours' : `${count} deposits requested in 24 hours`,
} as const;

/** What is wrong with a file of rules. An operator reads it where the server refuses to start. */
export const fraudRuleProblems = {
  notJson: (cause: string) => `it isn’t valid JSON (${cause}).`,
  object: (keys: readonly string[]) => `must be an object with the keys ${quoted(keys)}`,
  unknownKey: (key: string, keys: readonly string[]) => `there is no key “${key}”; use ${quoted(keys)}`,
  oneOf: (values: readonly string[]) => `must be one of ${quoted(values)}`,
  list: (values: readonly string[]) => `must be a list of at least one of ${quoted(values)}`,
  fact: (about: string, facts: readonly string[]) => `must be a fact about a ${about}, one of ${quoted(facts)}`,
  money: 'must be dollars as text, such as "1000.00"',
  number: (most: number) => `must be a whole number from 0 to ${most}, without quotation marks`,
  yesNo: 'must be true or false, without quotation marks',
  name: 'must be one line of 1 to 60 characters, which staff read',
  twice: 'is the name of an earlier rule too; give each rule a name of its own',
  conditions: (most: number) => `must be a list of 1 to ${most} conditions`,
  rules: (most: number) => `must be a list of 1 to ${most} rules`,
  rule: 'must be an object with a name, what it is about, its severity and its conditions',
  inFile: (key: string | null, problem: string) => (key === null ? `the file: ${problem}.` : `"${key}" ${problem}.`),
  inRule: (
    at: {
      readonly nth: number;
      readonly name: string | null;
      readonly condition: number | null;
      readonly key: string | null;
    },
    problem: string,
  ) => {
    const rule = at.name === null ? `rule ${at.nth}` : `rule ${at.nth} (“${at.name}”)`;
    const where = at.condition === null ? rule : `${rule}, condition ${at.condition}`;
    return at.key === null ? `${where}: ${problem}.` : `${where}: "${at.key}" ${problem}.`;
  },
} as const;
