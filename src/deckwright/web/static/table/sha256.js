// @ts-check
/** SHA-256 (FIPS 180-4) and HMAC (RFC 2104) in plain code: `crypto.subtle` is not there over plain http. */

const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);
(function constants() {
  let found = 0;
  for (let number = 2; found < 64; number++) {
    let prime = true;
    for (let other = 2; other * other <= number; other++) if (number % other === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(number));
    ROUND[found++] = fraction(Math.cbrt(number));
  }
})();

/** @param {number} value */
function fraction(value) {
  return ((value - Math.floor(value)) * 2 ** 32) >>> 0;
}

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256(bytes) {
  const size = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, (bytes.length << 3) >>> 0);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let at = 0; at < size; at += 64) {
    for (let t = 0; t < 16; t++) words[t] = view.getUint32(at + 4 * t);
    for (let t = 16; t < 64; t++) {
      const a = words[t - 15];
      const b = words[t - 2];
      words[t] = (words[t - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + words[t - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[t] + words[t]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, place) => (state[place] = (state[place] + value) >>> 0));
  }
  const out = new Uint8Array(32);
  const written = new DataView(out.buffer);
  state.forEach((value, place) => written.setUint32(4 * place, value));
  return out;
}

/** @param {number} value @param {number} by */
function turn(value, by) {
  return (value >>> by) | (value << (32 - by));
}

/** @param {Uint8Array} key @param {Uint8Array} text */
export function hmac(key, text) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = block.map((byte) => byte ^ 0x5c);
  return sha256(joined(outer, sha256(joined(inner, text))));
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function joined(a, b) {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} digits */
export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The hash of lines joined by line feeds, as hexadecimal digits. @param {(string | number)[]} lines */
export function hashLines(lines) {
  return hex(sha256(new TextEncoder().encode(lines.join("\n"))));
}
