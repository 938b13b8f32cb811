import { Ivya } from "ivya";

declare global {
  interface Window {
    inPage?: typeof inPage;
  }
}

/** Where a pointer can press an element, in pixels of the window, or why it can't yet. */
type Reach = { x: number; y: number } | string;

const ivya = Ivya.create({ browser: "chromium" });
const lastPlaces = new WeakMap<Element, string>();

/** Returns the one visible element of a selector, or how many there are. File fields may be hidden. */
function find(selector: string): Element | string {
  const matches = ivya
    .queryLocatorSelectorAll(selector)
    .filter((element) => isFilePicker(element) || element.checkVisibility({ visibilityProperty: true }));
  const [only] = matches;
  return only && matches.length === 1 ? only : `${matches.length} of ${selector}`;
}

const isFilePicker = (element: Element) => element instanceof HTMLInputElement && element.type === "file";

function isThere(selector: string): boolean {
  return typeof find(selector) !== "string";
}

/** Returns "" if exactly one element is visible, else how many are. */
function reads(selector: string): string {
  const match = find(selector);
  return typeof match === "string" ? match : "";
}

/** Scrolls to an element; it can be pressed if it's enabled, still, and not covered. */
function reach(selector: string): Reach {
  const match = find(selector);
  if (typeof match === "string") return match;
  if (match.matches(":disabled")) return `disabled: ${selector}`;
  // a one-pixel radio button is pressed through its label
  const label = match instanceof HTMLInputElement ? match.labels?.[0] : undefined;
  const element = label && match.getBoundingClientRect().width < 8 ? label : match;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = [x, y, width, height].join(" ");
  const isStill = lastPlaces.get(element) === place;
  lastPlaces.set(element, place);
  if (!isStill) return `moves: ${selector}`;
  const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  const hit = document.elementFromPoint(middle.x, middle.y);
  return element.contains(hit) ? middle : `${nameOf(hit)} covers ${selector}`;
}

function valueOf(selector: string): string | undefined {
  const match = find(selector);
  const hasValue =
    match instanceof HTMLInputElement || match instanceof HTMLTextAreaElement || match instanceof HTMLSelectElement;
  return hasValue ? match.value : undefined;
}

function focus(selector: string): boolean {
  const match = find(selector);
  if (match instanceof HTMLElement) match.focus();
  return document.activeElement === match;
}

/** Returns the selected option of a select. */
function optionOf(selector: string): string | undefined {
  const match = find(selector);
  return match instanceof HTMLSelectElement ? match.selectedOptions[0]?.label : undefined;
}

/** Returns everything that can't be pressed in its middle or that sticks out of the window or its table. */
function brokenOnScreen(): string[] {
  const { scrollX, scrollY } = window;
  const top = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = top ?? document.body;
  const inSight = [...root.querySelectorAll("tbody tr, a[href], button")].filter(isInSight);
  const broken = [...inSight.flatMap(obstructionsOf), ...overflows()];
  window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  return broken;
}

/** Leaves out skip links, which are hidden until they have the focus. */
function isInSight(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest("[inert]"))
    return false;
  const { right, bottom, width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0;
}

function obstructionsOf(element: Element): string[] {
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  // a link may span two lines, each with its own middle
  const boxes = element.tagName === "A" ? [...element.getClientRects()] : [element.getBoundingClientRect()];
  return boxes.flatMap(({ x, y, width, height }) => {
    const [middle, center] = [x + width / 2, y + height / 2];
    if (width < 2 || middle < 0 || middle >= innerWidth || center < 0 || center >= innerHeight) return [];
    const hit = document.elementFromPoint(middle, center);
    // a toast is gone in a moment
    if (hit?.closest("[data-toast-region]")) return [];
    const owner = element.tagName === "TR" ? hit?.closest("tr") : hit;
    return element.contains(owner ?? null) ? [] : [`${nameOf(hit)} covers ${nameOf(element)}`];
  });
}

function overflows(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide in ${clientWidth}`] : [];
  const cells = [...document.querySelectorAll("td :is(a, button), th :is(a, button)")].filter(isInSight);
  const out = cells.filter((element) => {
    const cell = element.closest("td, th")?.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    return cell && (right > cell.right + 1 || left < cell.left - 1);
  });
  return [...page, ...out.map((element) => `${nameOf(element)} leaves its cell`)];
}

function nameOf(element: Element | null): string {
  if (!element) return "nothing";
  const words = element.getAttribute("aria-label") ?? element.textContent;
  return `${element.tagName.toLowerCase()} “${words.replaceAll(/\s+/g, " ").trim().slice(0, 40)}”`;
}

const inPage = { find, isThere, reads, reach, valueOf, focus, optionOf, brokenOnScreen };
window.inPage = inPage;
