// @ts-check
/** Asking the server for something, and going where it says. */

/** @param {string} path @param {object} body @param {Record<string, string>} [headers] */
export async function post(path, body, headers = {}) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.message || `${answer.status}`);
  return data;
}

/** Open a table and go to its seat. @param {object} opening */
export async function openTable(opening) {
  const ticket = await post("/api/tables", opening);
  location.assign(ticket.url);
}

/** Show what went wrong. @param {unknown} error */
export function tell(error) {
  const place = document.getElementById("trouble");
  if (!place) return;
  place.textContent = error instanceof Error ? error.message : String(error);
  place.hidden = false;
  // It may be far from what was pressed, on a phone above all.
  place.scrollIntoView({ block: "center" });
}
