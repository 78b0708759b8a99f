// @ts-check
/** The keyboard: arrow keys within a hand or row, Escape to withdraw, and a focus that survives every frame. */

export class Keys {
  /** @param {HTMLElement} root @param {() => void} escape */
  constructor(root, escape) {
    this.root = root;
    this.last = /** @type {{element: HTMLElement, parent: Element | null, place: number} | null} */ (null);
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") escape();
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      if (!step || !focused?.classList.contains("card")) return;
      event.preventDefault();
      const cards = stopsOf(focused);
      const next = cards[(cards.indexOf(focused) + step + cards.length) % cards.length];
      for (const card of cards) card.tabIndex = card === next ? 0 : -1;
      next?.focus();
    });
  }

  /** Before a frame is drawn. */
  remember() {
    const element = /** @type {HTMLElement | null} */ (document.activeElement);
    const isCard = element?.classList.contains("card") && this.root.contains(element);
    this.last = isCard && element ? { element, parent: element.parentElement, place: [...(element.parentElement?.children ?? [])].indexOf(element) } : null;
  }

  /** After a frame is drawn: on the same card, or the one that lies where it lay. */
  restore() {
    const { last } = this;
    if (!last || document.activeElement === last.element) return;
    if (last.element.isConnected && last.element.parentElement === last.parent) last.element.focus();
    else {
      const cards = /** @type {HTMLElement[]} */ ([...(last.parent?.children ?? [])]);
      cards[Math.min(last.place, cards.length - 1)]?.focus();
    }
  }

  /** One stop for the tab key in each hand; cards that cannot be tapped elsewhere are none. */
  tabStops() {
    for (const list of this.root.querySelectorAll(".cards")) {
      const cards = /** @type {HTMLElement[]} */ ([...list.children]);
      const isHand = list.closest(".hand") !== null;
      const focused = cards.find((card) => card === document.activeElement);
      const stop = focused ?? cards.find((card) => card.classList.contains("live")) ?? (isHand ? cards[0] : undefined);
      for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
    }
  }
}

/** The cards among which arrow keys go. @param {HTMLElement} card @returns {HTMLElement[]} */
function stopsOf(card) {
  const all = /** @type {HTMLElement[]} */ ([...(card.parentElement?.children ?? [])]);
  if (all.length > 1) return all;
  const around = card.closest(".group, .row, .own-places, .seat-places");
  return /** @type {HTMLElement[]} */ ([...(around?.querySelectorAll(".card") ?? [card])]);
}
