import type { Cents } from '../money/index.ts';

/** How long somebody may try a demo without an account. */
export const GUEST_LIFE_MS = 86_400_000;
/** Paper money to try it with. */
export const GUEST_PAPER: Cents = 1_000_000n;
/** Guests of a site at one time: a flood of them stays a small part of any demo. */
export const GUESTS_HERE_MAX = 2_000;

const FIRST =
  'Amber Brave Calm Clever Early Gentle Golden Keen Lucky Mellow Nimble Quiet Silver Steady Sunny Swift'.split(' ');
const SECOND = 'Badger Beaver Falcon Finch Fox Hare Heron Kestrel Lynx Marten Otter Owl Robin Seal Sparrow Swan'.split(
  ' ',
);

/** A friendly name for a guest, from the random end of their id: "Quiet Otter 4821". */
export function guestName(id: string): string {
  const random = Number.parseInt(id.replaceAll('-', '').slice(-8), 16);
  const first = FIRST[random % FIRST.length] ?? '';
  const second = SECOND[Math.floor(random / 16) % SECOND.length] ?? '';
  return `${first} ${second} ${1000 + (Math.floor(random / 256) % 9000)}`;
}
