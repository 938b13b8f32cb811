type Early = { type: string; target: Element; checked?: boolean };

/**
 * Replays what the visitor did on a server-rendered page before it was hydrated, as recorded by public/first.js. Runs once,
 * when all parts of the page are listening.
 */
export function replayEarlyInput(): void {
  document.querySelector("[data-rendered]")?.removeAttribute("data-rendered");
  const events: Early[] = [];
  dispatchEvent(new CustomEvent("hydrated", { detail: events })); // first.js fills the list
  const fields = new Map<Element, boolean | undefined>();
  for (const { type, target, checked } of events) {
    if (type !== "input" && type !== "change") continue;
    if (type === "input") fields.delete(target); // keeps the last input last, because its "change" may come much later
    fields.set(target, checked);
  }
  // before the first event, because rendering for one field resets the others
  const changes = [...fields].map(([field, checked]) => changeOf(field, checked));
  void (async () => {
    for (const change of changes) {
      change();
      await nextTask(); // so that the next change builds on this one
    }
    for (const { type, target } of events) {
      if (type === "click" && target instanceof HTMLElement) target.click();
      if (type === "submit" && target instanceof HTMLFormElement) target.requestSubmit();
      await nextTask();
    }
  })();
}

const nextTask = async () => new Promise((resolve) => setTimeout(resolve));

/** Returns a function that repeats a change. Resets the field first, because React took its value as the unchanged one. */
function changeOf(field: Element, checked = false): () => void {
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    return () => {
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  if (!(field instanceof HTMLInputElement)) return () => {};
  if (field.type === "checkbox" || field.type === "radio") {
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  const { value } = field;
  return () => {
    const { selectionStart: start, selectionEnd: end } = field; // null where a field has none
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (start === null || field !== document.activeElement) return;
    setTimeout(() => field.setSelectionRange(start, end)); // React writes the value again
  };
}
