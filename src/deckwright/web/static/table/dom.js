// @ts-check
/** Making and finding elements. */
import { WORDS } from "/words/table.js";

/**
 * @param {string} tag @param {Record<string, any>} [given] @param {...(Node | string | null | undefined | false)} children
 * @returns {any}
 */
export function make(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== "list") /** @type {any} */ (made)[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false)));
  return made;
}

/** A text of the table with each name in an element of its own: no name reads like the text around it, or turns it round. @param {string} text @returns {(Node | string)[]} */
export function named(text) {
  return text.split(/(\u2068[^\u2069]*\u2069)/).map((part) => (part.startsWith("\u2068") ? make("bdi", { class: "name" }, part.slice(1, -1)) : part));
}

/** A name within a text that is no element: whichever way it is written, the text around it stays as it is. @param {string} name */
export const apart = (name) => `\u2068${name}\u2069`;

/** Fill in `{name}`. @param {string} text @param {Record<string, any>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** Put these children in this order, moving none that already is where it should be. @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  let at = parent.firstElementChild;
  for (const child of children) {
    if (child === at) at = at.nextElementSibling;
    else parent.insertBefore(child, at);
  }
  while (at) {
    const next = at.nextElementSibling;
    at.remove();
    at = next;
  }
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** So many tricks, in words. @param {number} count */
export const trickText = (count) => `${count} ${count === 1 ? WORDS.trick : WORDS.tricks}`;

/** So many cards, in words. @param {number} count */
export const countText = (count) => (count === 1 ? WORDS.cards_one : fill(WORDS.cards_many, { count }));

/** A part of a class name that came from the table: one word, so that it is no second class. @param {string} text */
export const word = (text) => (/^[a-z]+$/.test(text) ? text : "other");
