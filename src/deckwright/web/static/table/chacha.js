// @ts-check
/** The order of a deck from a seed, as docs/security.md tells it: ChaCha with eight rounds, Fisher and Yates, rejection. */

const WORDS_OF_KEY = 8;
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const QUARTERS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

/** One block of sixteen words, its nonce zero. @param {Uint8Array} key @param {number} counter */
export function chacha8(key, counter) {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = new Uint32Array(16);
  start.set(CONSTANTS);
  for (let place = 0; place < WORDS_OF_KEY; place++) start[4 + place] = view.getUint32(4 * place, true);
  start[12] = counter;
  const words = Uint32Array.from(start);
  const mix = (/** @type {number} */ into, /** @type {number} */ other, /** @type {number} */ turned, /** @type {number} */ by) => {
    words[into] += words[other];
    const mixed = words[turned] ^ words[into];
    words[turned] = (mixed << by) | (mixed >>> (32 - by));
  };
  for (let double = 0; double < 4; double++) {
    for (const [a, b, c, d] of QUARTERS) {
      mix(a, b, d, 16);
      mix(c, d, b, 12);
      mix(a, b, d, 8);
      mix(c, d, b, 7);
    }
  }
  return words.map((word, place) => word + start[place]);
}

/** Which card of the deck, as the game numbers it, lies where; the top first. @param {Uint8Array} seed @param {number} count */
export function deckOrder(seed, count) {
  let counter = 0;
  /** @type {number[]} */
  let halves = [];
  const next = () => {
    if (!halves.length) {
      for (let block = 0; block < 2; block++) for (const word of chacha8(seed, counter + block)) halves.push(word & 0xffff, word >>> 16);
      counter += 2;
    }
    return /** @type {number} */ (halves.shift());
  };
  const left = Array.from({ length: count }, (_, place) => place);
  /** @type {number[]} */
  const taken = [];
  while (left.length > 1) {
    const size = left.length;
    let product = next() * size;
    const isDoubtful = product % 65536 < size;
    while (product % 65536 < 65536 % size) product = next() * size;
    const place = Math.floor(product / 65536);
    taken.push(left[place]);
    left[place] = left[size - 1];
    left.pop();
    if (isDoubtful) halves = [];
  }
  return [...left, ...taken.reverse()];
}
