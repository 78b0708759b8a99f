// @ts-check
/** Dragging a card to a place, with a mouse, a pen or a finger. A tap stays a tap. */

const FAR_PX = 12;

/** @param {HTMLElement} root @param {(card: HTMLElement, target: string) => void} dropped */
export function listenToDrags(root, dropped) {
  /** @type {{card: HTMLElement, x: number, y: number, moved: boolean, id: number} | null} */
  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".card.live"));
    if (card && event.isPrimary && event.button === 0) drag = { card, x: event.clientX, y: event.clientY, moved: false, id: event.pointerId };
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < FAR_PX) return;
    drag.moved = true;
    drag.card.classList.add("dragged");
    drag.card.style.setProperty("--dx", `${dx}px`);
    drag.card.style.setProperty("--dy", `${dy}px`);
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { card, moved } = drag;
    drag = null;
    card.classList.remove("dragged");
    if (!moved || event.type === "pointercancel") return;
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const region = under.map((element) => /** @type {HTMLElement | null} */ (element.closest(".region"))).find((found) => found && found.dataset.region !== card.dataset.region);
    if (region) dropped(card, region.dataset.region ?? "");
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}

/** @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
