import { describe, expect, it } from 'vitest';
import { isAddress } from './address.ts';

/** From BIP 173, BIP 350, EIP-55 and TRON's documentation. */
const GOOD = {
  bitcoin: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ethereum: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
  usdt: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
} as const;

describe('wallet address', () => {
  it('[F21] an address of the right network with a right checksum is accepted', () => {
    for (const coin of ['bitcoin', 'ethereum', 'usdt'] as const)
      for (const address of GOOD[coin]) expect(isAddress(coin, address), address).toBe(true);
  });

  it('[F21] one changed character, another network or no address at all is refused', () => {
    for (const coin of ['bitcoin', 'ethereum', 'usdt'] as const) {
      for (const [other, addresses] of Object.entries(GOOD))
        if (other !== coin) for (const address of addresses) expect(isAddress(coin, address), address).toBe(false);
      for (const text of ['', 'hello', '0x', 'bc1', 'DEMO-BITCOIN-1']) expect(isAddress(coin, text), text).toBe(false);
    }
    expect(isAddress('bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')).toBe(false);
    expect(isAddress('bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toBe(false);
    expect(isAddress('ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD')).toBe(false);
    expect(isAddress('usdt', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBe(false);
  });
});
