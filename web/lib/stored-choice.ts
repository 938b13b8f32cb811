export function storedChoice(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a choice, or forgets it; false if storage is blocked, so that it lasts as long as the page. */
export function storeChoice(key: string, choice: string | undefined): boolean {
  try {
    if (choice === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
    return true;
  } catch {
    return false;
  }
}
