/**
 * Random words as a pure function of a 128-bit key and a position. The permutation is Chaskey-12's (Mouha and others, SAC 2014), used as a
 * single-block keyed function, because a simulated market with a secret seed must not let anyone compute the next price from the last
 * ones. It needs only 32-bit additions, rotations and exclusive ors, so every machine gives the same words.
 */
export type Key = readonly [number, number, number, number];

const ROUNDS = 12;
const BLOCK_CODES = 8;

/** Derives a key from text. Different texts give unrelated keys; any UTF-16 text is accepted. */
export function keyFrom(text: string): Key {
  const state = new Int32Array(4);
  const blocks = Math.floor(text.length / BLOCK_CODES) + 1;
  const before = new Int32Array(4);
  for (let block = 0; block < blocks; block += 1) {
    before.set(state);
    for (let word = 0; word < 4; word += 1) {
      const at = block * BLOCK_CODES + word * 2;
      state[word] = state[word]! ^ (code(text, at) | (code(text, at + 1) << 16));
    }
    permute(state);
    // Feeding the old state forward makes a step impossible to run backwards.
    for (let word = 0; word < 4; word += 1) state[word] = state[word]! ^ before[word]!;
  }
  return [state[0]!, state[1]!, state[2]!, state[3]!];
}

/** Fills `out` with the four words of a position. */
export function keyedWords(key: Key, index: number, level: number, out: Int32Array): void {
  out[0] = key[0] ^ index;
  out[1] = key[1] ^ level;
  out[2] = key[2];
  out[3] = key[3];
  permute(out);
  out[0] = out[0]! ^ key[0];
  out[1] = out[1]! ^ key[1];
  out[2] = out[2]! ^ key[2];
  out[3] = out[3]! ^ key[3];
}

/** Characters of the text, then one end mark, then zeros: no text is a prefix of another. */
function code(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : at === text.length ? 0x8000 : 0;
}

function permute(state: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let round = 0; round < ROUNDS; round += 1) {
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 13) | (d >>> 19)) ^ a;
    c = (c + b) | 0;
    b = ((b << 7) | (b >>> 25)) ^ c;
    c = (c << 16) | (c >>> 16);
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
}
