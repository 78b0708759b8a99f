// @ts-check
/** Faces of cards and dominoes as SVG, drawn by us from a card's suit, rank and kind. */

const SVG = "http://www.w3.org/2000/svg";

const SUITS = /** @type {Record<string, {path: string, ink: string}>} */ ({
  spades: { path: "M12 2C9 7 3 10 3 15a4.500 4.500 0 0 0 8 2.800L9.500 22h5L13 17.800A4.500 4.500 0 0 0 21 15C21 10 15 7 12 2Z", ink: "black" },
  hearts: { path: "M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1.500A5 5 0 0 1 22 8c0 4-3 7-10 13Z", ink: "red" },
  diamonds: { path: "M12 2 20 12 12 22 4 12Z", ink: "red diamonds" },
  clubs: { path: "M12 2a4.500 4.500 0 0 0-3.900 6.800A4.500 4.500 0 1 0 10.800 16L9.500 22h5l-1.300-6A4.500 4.500 0 1 0 15.900 8.800 4.500 4.500 0 0 0 12 2Z", ink: "black clubs" },
  coins: { path: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z", ink: "gold" },
  cups: { path: "M5 3h14c0 6-2 10-5.500 11v4H17v3H7v-3h3.500v-4C7 13 5 9 5 3Z", ink: "red" },
  swords: { path: "M11 2h2l1 12h4v2h-4.500l.5 6h-4l.5-6H6v-2h4Z", ink: "blue" },
  batons: { path: "M9 2c3-1 6 0 6 3-1 3 1 5 0 8s1 6-1 9h-4c-2-4 0-7-1-10s-1-7 0-10Z", ink: "green" },
});
const COLOURS = new Set(["red", "yellow", "green", "blue"]);
const SIGNS = /** @type {Record<string, string>} */ ({ skip: "⊘", reverse: "⇄", "draw-two": "+2", wild: "★", "wild-draw-four": "+4" });
const SHORT = /** @type {Record<string, string>} */ ({ ace: "A", jack: "J", queen: "Q", knight: "C", king: "K" });
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {string} name @param {Record<string, string | number>} given @param {string} [text] */
function element(name, given, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The picture of a card, with what it scores for whoever takes it. @param {{suit: string, rank: string, kind: string, name: string, ends?: number[], points?: number}} card */
export function face(card) {
  const svg = card.kind === "domino" ? domino(card.ends ?? [0, 0]) : printed(card);
  if (card.points) svg.append(element("text", card.ends ? { x: 25, y: 53, "text-anchor": "middle", class: "count" } : { x: 4, y: 68, class: "count" }, String(card.points)));
  return svg;
}

/** @param {{suit: string, rank: string, kind: string}} card */
function printed(card) {
  const svg = element("svg", { viewBox: "0 0 50 72", "aria-hidden": "true", class: "face" });
  const suit = SUITS[card.suit];
  const rank = SHORT[card.rank] ?? SIGNS[card.rank] ?? (card.rank === "10" ? "10" : card.rank);
  if (COLOURS.has(card.suit) || (!suit && SIGNS[card.rank])) {
    svg.append(element("rect", { x: 3, y: 3, width: 44, height: 66, rx: 5, class: `block ${card.suit || "wild"}` }));
    svg.append(element("ellipse", { cx: 25, cy: 36, rx: 15, ry: 25, transform: "rotate(25 25 36)", class: "oval" }));
    svg.append(element("text", { x: 25, y: rank.length > 1 ? 41 : 43, "text-anchor": "middle", class: `big ${rank.length > 1 ? "two " : ""}block-ink ${card.suit || "wild"}` }, rank));
    svg.append(element("text", { x: 7, y: 15, class: "small-rank on-block" }, rank));
    return svg;
  }
  if (card.kind === "joker") {
    svg.append(element("text", { x: 25, y: 44, "text-anchor": "middle", class: "joker" }, "★"));
    svg.append(element("text", { x: 4, y: 18, class: "rank red" }, "Jo"));
    return svg;
  }
  const ink = suit?.ink ?? "black";
  svg.append(element("text", { x: rank.length > 1 ? 3 : 5, y: 18, class: `rank ${ink}` }, rank));
  if (suit) {
    svg.append(element("path", { d: suit.path, transform: "translate(3.5 21) scale(.62)", class: `pip ${ink}` }));
    svg.append(element("path", { d: suit.path, transform: "translate(29 4) scale(.66)", class: `pip pip-top ${ink}` }));
    svg.append(element("path", { d: suit.path, transform: "translate(20 38) scale(1.15)", class: `pip ${ink}` }));
  } else {
    svg.append(element("text", { x: 25, y: 55, "text-anchor": "middle", class: "suit-name" }, card.suit));
  }
  return svg;
}

/** @param {number[]} ends */
function domino(ends) {
  const svg = element("svg", { viewBox: "0 0 50 96", "aria-hidden": "true", class: "face domino-face" });
  svg.append(element("line", { x1: 8, y1: 48, x2: 42, y2: 48, class: "divide" }));
  ends.forEach((count, half) => {
    for (const place of PIPS[count] ?? []) {
      const x = 12 + 13 * (place % 3);
      const y = 48 * half + 11 + 13 * Math.floor(place / 3);
      svg.append(element("circle", { cx: x, cy: y, r: 4, class: `dot dot-${count}` }));
    }
  });
  return svg;
}

/** What people call strains that have other names in the rules: `threes`. @type {Record<string, string>} */
let strainWords = {};

/** @param {Record<string, string>} words */
export function useWords(words) {
  strainWords = words ?? {};
}

/** A suit, strain or colour as a sign, with its name for those who do not see it. @param {string} name */
export function sign(name) {
  const suit = SUITS[name];
  if (suit) {
    const svg = element("svg", { viewBox: "0 0 24 24", class: "sign", role: "img", "aria-label": name });
    svg.append(element("path", { d: suit.path, class: `pip ${suit.ink}` }));
    return svg;
  }
  const span = document.createElement("span");
  if (COLOURS.has(name)) span.className = `colour ${name}`;
  span.textContent = strainWords[name] ?? name;
  return span;
}
