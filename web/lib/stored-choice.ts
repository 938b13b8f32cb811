export function storedChoice(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores or removes a choice. Returns false if storage is blocked. */
export function storeChoice(key: string, choice: string | undefined): boolean {
  try {
    if (choice === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
    return true;
  } catch {
    return false;
  }
}

export const searchKey = "search key";

/** Returns whether the / shortcut is off in this browser. */
export const searchKeyIsOff = () => storedChoice(searchKey) === "off";
