import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** Version bytes of Bitcoin main-net addresses that start with 1 and 3, and of TRON addresses. */
const P2PKH = 0x00;
const P2SH = 0x05;
const TRON = 0x41;

/** Whether this is a main-net address of the coin, its checksum included. `usdt` is the token on TRON (TRC-20). */
export function isAddress(coin: 'bitcoin' | 'ethereum' | 'usdt', address: string): boolean {
  switch (coin) {
    case 'bitcoin':
      return isBase58(address, [P2PKH, P2SH]) || isSegwit(address);
    case 'ethereum':
      return isEthereum(address);
    case 'usdt':
      return isBase58(address, [TRON]);
  }
}

function isBase58(address: string, versions: readonly number[]): boolean {
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && versions.includes(bytes[0] ?? -1);
  } catch {
    return false;
  }
}

/** BIP 173 (version 0, bech32) and BIP 350 (versions 1 to 16, bech32m). */
function isSegwit(address: string): boolean {
  const lower = address.toLowerCase();
  if (!lower.startsWith('bc1') || (address !== lower && address !== address.toUpperCase())) return false;
  const decoded = bech32.decodeUnsafe(lower, 90) ?? bech32m.decodeUnsafe(lower, 90);
  const [version, ...rest] = decoded?.words ?? [];
  if (!decoded || version === undefined || version > 16) return false;
  if ((version === 0) !== (bech32.decodeUnsafe(lower, 90) !== undefined)) return false;
  const program = bech32.fromWordsUnsafe(rest);
  if (!program) return false;
  return version === 0 ? program.length === 20 || program.length === 32 : program.length >= 2 && program.length <= 40;
}

/** EIP-55: mixed case must be the checksum; all lower or all upper case carries none and is accepted. */
function isEthereum(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false;
  const digits = address.slice(2);
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const digest = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return lower
    .split('')
    .every((digit, at) => digits[at] === (Number.parseInt(digest[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit));
}
