type Early = { type: string; target: Element; checked?: boolean };

/**
 * Does what the visitor did on a page that the server had drawn, before this script was there to hear it. Once, when all
 * parts of the page are listening. public/first.js has kept it.
 */
export function doWhatWasDoneEarly(): void {
  document.querySelector("[data-drawn]")?.removeAttribute("data-drawn");
  const kept: Early[] = [];
  dispatchEvent(new CustomEvent("drawn", { detail: kept })); // which fills it
  const fields = new Map<Element, boolean | undefined>();
  for (const { type, target, checked } of kept) {
    if (type !== "input" && type !== "change") continue;
    if (type === "input") fields.delete(target); // what was chosen last is done last; a "change" may be told long after
    fields.set(target, checked);
  }
  // read before anybody is told: what is drawn anew for one field sets the others back
  const changes = [...fields].map(([field, checked]) => changeOf(field, checked));
  void (async () => {
    for (const change of changes) {
      change();
      await drawn(); // so that the next one is told to who knows of this one
    }
    for (const { type, target } of kept) {
      if (type === "click" && target instanceof HTMLElement) target.click();
      if (type === "submit" && target instanceof HTMLFormElement) target.requestSubmit();
      await drawn();
    }
  })();
}

const drawn = async () => new Promise((resolve) => setTimeout(resolve));

/** What makes a change again. React has taken the field as it found it, for unchanged: it is set back first. */
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
    setTimeout(() => field.setSelectionRange(start, end)); // React writes the value once more
  };
}
