// @ts-check
/** What a socket says of a frame to a page that has the one before: docs/table-data.md. */

/**
 * The frame that a change makes of the one before, which stays as it is.
 * @param {any} frame @param {any} change @returns {any}
 */
export function changed(frame, change) {
  const next = { ...frame, ...change.frame };
  for (const list of ["seats", "regions"]) {
    if (change[list]) next[list] = frame[list].map((/** @type {any} */ old, /** @type {number} */ place) => change[list][place] ?? old);
  }
  if (change.events) {
    const { from, new: told } = change.events;
    const kept = from === null ? [] : frame.events.filter((/** @type {any} */ event) => event.number >= from);
    next.events = [...kept, ...told];
  }
  return next;
}
