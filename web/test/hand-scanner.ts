type Stroke = KeyboardEventInit & { key: string };

/** How a scanner can be set up: what it sends for a text. */
type Setting = {
  /** The keys after the text. */
  end?: readonly string[];
  /** The keys of a character; by default one. */
  strokes?: (character: string) => readonly Stroke[];
};

/** Types like a scanner: all keys quickly, Enter last. Returns the keys that were intercepted. */
export function scan(text: string, { end = ["Enter"], strokes = (key) => [{ key }] }: Setting = {}): boolean[] {
  const target = document.activeElement ?? document.body;
  // created together, because the system stamps a scanner's keys as they arrive, however busy the page is
  const events = [...text.split("").flatMap(strokes), ...end.map((key): Stroke => ({ key }))].map(
    (stroke) => new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...stroke }),
  );
  return events.map((event) => {
    const intercepted = !target.dispatchEvent(event);
    if (!intercepted) answer(target, event.key);
    return intercepted;
  });
}

/** Does what a browser does with a real key that was not intercepted. */
function answer(target: Element, key: string): void {
  if (target instanceof HTMLSelectElement) {
    if (key === "i") target.value = "inventory Shipped";
  } else if (target instanceof HTMLInputElement && key === "Enter") target.form?.requestSubmit();
  else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const prototype: unknown = Object.getPrototypeOf(target);
    const value = target.type === "date" ? "2027-01-01" : target.value + (key === "Enter" ? "\n" : key);
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, value);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
