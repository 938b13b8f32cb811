type Early = { type: string; target: Element; checked?: boolean };

/**
 * Repeats what the visitor did on a page that the server had rendered, before it was hydrated: public/first.js has kept
 * it. Runs once, when all parts of the page are listening.
 */
export function replayEarlyInput(): void {
  document.querySelector("[data-rendered]")?.removeAttribute("data-rendered");
  const kept: Early[] = [];
  dispatchEvent(new CustomEvent("hydrated", { detail: kept })); // which fills it
  const fields = new Map<Element, boolean | undefined>();
  for (const { type, target, checked } of kept) {
    if (type !== "input" && type !== "change") continue;
    if (type === "input") fields.delete(target); // the last choice is repeated last; a "change" may come long after it
    fields.set(target, checked);
  }
  // read before the first event: rendering for one field resets the others
  const changes = [...fields].map(([field, checked]) => changeOf(field, checked));
  void (async () => {
    for (const change of changes) {
      change();
      await rendered(); // so that the next change builds on this one
    }
    for (const { type, target } of kept) {
      if (type === "click" && target instanceof HTMLElement) target.click();
      if (type === "submit" && target instanceof HTMLFormElement) target.requestSubmit();
      await rendered();
    }
  })();
}

const rendered = async () => new Promise((resolve) => setTimeout(resolve));

/** Repeats a change. React has taken the field's value as the unchanged one: the field is reset first. */
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
