import { focusOn } from "#web/lib/focus-on.ts";

/** What had the focus last in the page, outside of windows, and what it is inside of, from near to far. */
let last: { element: HTMLElement; around: Element[]; byKey: boolean } | undefined;

/**
 * Keeps the focus near when what has it goes away: a button that did its work, a form that was saved, a window whose opener is
 * gone. Otherwise the browser puts it at the start of the document and says nothing. It goes to the same control where that was
 * only drawn again, to the next row of a list, or else to the heading above.
 */
export function keepFocus(): void {
  addEventListener("focusin", remember);
  addEventListener("focusout", ({ target }) => queueMicrotask(() => forgetLeft(target)));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

function remember({ target: element }: FocusEvent): void {
  if (!(element instanceof HTMLElement) || element.closest("dialog")) return;
  last = element.closest("main")
    ? { element, around: ancestorsOf(element), byKey: element.matches(":focus-visible") }
    : undefined;
}

/** Who presses beside everything has left it on purpose; a button that waits for an answer has not been left. */
function forgetLeft(left: EventTarget | null): void {
  if (left !== last?.element || !isNowhere()) return;
  if (last?.element.isConnected && !last.element.matches(":disabled")) last = undefined;
}

function look(records: readonly MutationRecord[]): void {
  if (!last || !isNowhere() || last.element.isConnected) return;
  const { element, around, byKey } = last;
  last = undefined;
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
  // who moves the focus on purpose has done it by then
  requestAnimationFrame(() => {
    const near = around.find(({ isConnected }) => isConnected);
    if (!near || !isNowhere()) return;
    const next = (removal && (rowBeside(removal, around) ?? drawnAgain(element, near))) ?? headingOf(near);
    focusOn(next);
    if (byKey) next.scrollIntoView({ block: "nearest" });
  });
}

const isNowhere = () => document.activeElement === document.body;

/** The row that took the place of the removed one; undefined when no row was removed. */
function rowBeside({ removedNodes, nextSibling, previousSibling }: MutationRecord, around: readonly Element[]) {
  const row = around.find((one) => one.matches("li, tr") && [...removedNodes].includes(one));
  return [nextSibling, previousSibling].find(
    (one): one is HTMLElement => one instanceof HTMLElement && one.tagName === row?.tagName,
  );
}

/** The only control of the same kind and name. */
function drawnAgain(element: HTMLElement, near: Element): HTMLElement | undefined {
  const alike = [...near.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (one) => nameOf(one) === nameOf(element) && nameOf(one) !== "",
  );
  return alike.length === 1 ? alike[0] : undefined;
}

const nameOf = (element: HTMLElement) =>
  element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent;

function headingOf(near: Element): Element {
  const part = near.closest("section, [role=region], main") ?? near;
  return part.querySelector("h1, h2, h3") ?? part;
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement: parent } = element;
  return parent && !element.matches("main") ? [parent, ...ancestorsOf(parent)] : [];
}
