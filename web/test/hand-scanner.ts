/** Types like a scanner: all keys quickly, Enter last. Returns the keys that were intercepted. */
export function scan(text: string): boolean[] {
  const target = document.activeElement ?? document.body;
  // created together, because the system stamps a scanner's keys as they arrive, however busy the page is
  const events = [...text.split(""), "Enter"].map(
    (key) => new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
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
    if (key === "i") target.value = "id Shipped";
  } else if (target instanceof HTMLInputElement && key === "Enter") target.form?.requestSubmit();
  else if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const prototype: unknown = Object.getPrototypeOf(target);
    const value = target.type === "date" ? "2027-01-01" : target.value + (key === "Enter" ? "\n" : key);
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(target, value);
    target.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
