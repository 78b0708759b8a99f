// @ts-check
/** Overlapping cards so that every place fits its room: fans in one or two rows, columns squeezed, melds tight. */

/** Less of a card than this is no target for a finger: the fan takes two rows. */
const SLIM = 20;
const MOST_ROWS = 4;
/** How much of a card is seen in a meld; and where a rank is written with two signs: 10. */
const MELD_PART = 0.34;
const WIDE_PART = 0.46;
/** Between the suits of an open hand. */
const SUIT_GAP = 6;

/** @param {HTMLElement} root @param {HTMLElement} board */
export function fit(root, board) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".region .cards"))) {
    const cards = /** @type {HTMLElement[]} */ ([...element.children]);
    const region = /** @type {HTMLElement} */ (element.parentElement);
    if (region.classList.contains("column")) column(element, cards, board);
    else if (cards.length && !element.classList.contains("cross")) fan(element, cards, region);
  }
}

/** @param {HTMLElement} element @param {HTMLElement[]} cards @param {HTMLElement} board */
function column(element, cards, board) {
  const height = cards[0]?.offsetHeight ?? 80;
  const room = board.clientHeight - height - /** @type {HTMLElement} */ (board.querySelector(".centre")).offsetHeight - 48;
  const step = cards.length > 1 ? Math.min(26, Math.max(7, room / (cards.length - 1))) : 26;
  element.style.setProperty("--step", `${step}px`);
}

/** @param {HTMLElement} element @param {HTMLElement[]} cards @param {HTMLElement} region */
function fan(element, cards, region) {
  const width = cards[0].offsetWidth;
  const isHand = region.parentElement?.classList.contains("hand") ?? false;
  const isMeld = region.classList.contains("role-sets");
  const outer = /** @type {HTMLElement} */ (region.closest(".hand, .row, .seat-places, .own-places") ?? region.parentElement);
  const isOwn = outer.classList.contains("own-places");
  const within = isOwn ? (0.62 * /** @type {HTMLElement} */ (outer.parentElement).clientWidth) / outer.querySelectorAll(".region").length : outer.clientWidth;
  const breaks = cards.filter((card) => card.classList.contains("new-suit")).length;
  const room = -breaks * SUIT_GAP + Math.max(width, Math.min(within - 14, isHand || region.classList.contains("open-hand") ? 2000 : 330));
  const slim = isHand ? SLIM : 13;
  const rows = cards.length > 1 && (room - width) / (cards.length - 1) < slim ? Math.min(MOST_ROWS, Math.ceil((cards.length - 1) / ((room - width) / slim))) : 1;
  const per = Math.ceil(cards.length / rows);
  const isWide = cards.some((card) => /^(10|JK)/.test(card.dataset.code ?? ""));
  const widest = isMeld ? Math.ceil(width * (isWide ? WIDE_PART : MELD_PART)) - width : 4;
  const joints = Math.max(1, per - 1 - breaks);
  const gap = per > 1 ? Math.floor(Math.min(widest, (room - per * width) / joints)) : 4;
  cards.forEach((card, place) => {
    card.classList.toggle("row-start", place % per === 0);
    card.classList.toggle("lower-row", place >= per);
  });
  element.style.setProperty("--gap", `${gap}px`);
  const wide = per * (width + gap) - gap + breaks * Math.max(0, SUIT_GAP - gap);
  element.style.setProperty("--row", `${Math.ceil(wide) + 2}px`);
}
