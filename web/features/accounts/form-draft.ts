const prefix = "draft:";

/** What was typed into a form of this name before the page went away, as text by field. */
export function keptDraft(name: string): Record<string, string> | undefined {
  if (typeof sessionStorage === "undefined") return undefined;
  const text = sessionStorage.getItem(prefix + name);
  if (!text) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== "object" || read === null) return undefined;
    const texts = Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === "string");
    return Object.fromEntries(texts);
  } catch {
    return undefined; // somebody edited the storage: the form starts as it is
  }
}

/** Keeps what is being typed, for this tab alone. Passwords never go in here. */
export function keepDraft(name: string, values: Record<string, string>): void {
  sessionStorage.setItem(prefix + name, JSON.stringify(values));
}

/** The form was sent or left: nothing to come back to. */
export function forgetDraft(name: string): void {
  sessionStorage.removeItem(prefix + name);
}

/** Nobody's drafts stay behind on a shared computer. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
