import { focusOn } from "#web/ui/accessibility.tsx";

/** The element in the page, outside of dialogs, that last had the focus, with its ancestors from inner to outer. */
let last: { element: HTMLElement; ancestors: Element[]; byKey: boolean } | undefined;

/**
 * Keeps the focus nearby when the focused element disappears: otherwise the browser silently moves it to the start of the
 * document. Moves it to the same control if it was re-rendered, to the next row of a list, or to the heading above.
 */
export function keepFocus(): void {
  addEventListener("focusin", remember);
  addEventListener("focusout", ({ target }) => queueMicrotask(() => forgetIfLeft(target)));
  new MutationObserver(refocus).observe(document.body, { childList: true, subtree: true });
}

function remember({ target: element }: FocusEvent): void {
  if (!(element instanceof HTMLElement) || element.closest("dialog")) return;
  last = element.closest("main")
    ? { element, ancestors: ancestorsOf(element), byKey: element.matches(":focus-visible") }
    : undefined;
}

/** Forgets an element that lost the focus to a click on an empty part of the page. A button disabled while it works is remembered. */
function forgetIfLeft(target: EventTarget | null): void {
  if (target !== last?.element || !isFocusLost()) return;
  if (last?.element.isConnected && !last.element.matches(":disabled")) last = undefined;
}

function refocus(records: readonly MutationRecord[]): void {
  if (!last || !isFocusLost() || last.element.isConnected) return;
  const { element, ancestors, byKey } = last;
  last = undefined;
  const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)));
  // by the next frame, code that moves the focus on purpose has done so
  requestAnimationFrame(() => {
    const near = ancestors.find(({ isConnected }) => isConnected);
    if (!near || !isFocusLost()) return;
    const next = (removal && (rowBeside(removal, ancestors) ?? sameControl(element, near))) ?? headingOf(near);
    focusOn(next);
    if (byKey) next.scrollIntoView({ block: "nearest" });
  });
}

const isFocusLost = () => document.activeElement === document.body;

/** Returns the row next to a removed one, undefined when no row was removed. */
function rowBeside({ removedNodes, nextSibling, previousSibling }: MutationRecord, ancestors: readonly Element[]) {
  const row = ancestors.find((ancestor) => ancestor.matches("li, tr") && [...removedNodes].includes(ancestor));
  return [nextSibling, previousSibling].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.tagName === row?.tagName,
  );
}

/** Returns the only control with the same tag and name. */
function sameControl(element: HTMLElement, near: Element): HTMLElement | undefined {
  const name = nameOf(element);
  const matches = [...near.querySelectorAll<HTMLElement>(element.tagName)].filter(
    (control) => nameOf(control) === name && name !== "",
  );
  return matches.length === 1 ? matches[0] : undefined;
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
