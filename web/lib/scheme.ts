/** The chosen color scheme, or the system's. */
export type Scheme = "system" | "light" | "dark";

const key = "scheme";
const listeners = new Set<() => void>();
let unstored: Scheme | undefined;

/** The choice on this machine. */
export function chosenScheme(): Scheme {
  if (unstored) return unstored;
  try {
    const found = localStorage.getItem(key);
    return found === "light" || found === "dark" ? found : "system";
  } catch {
    return "system"; // storage is blocked: nothing can have been chosen
  }
}

/** Applies and stores a scheme. Before the first paint, public/first.js applies the stored one. */
export function chooseScheme(scheme: Scheme): void {
  try {
    if (scheme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    unstored = scheme; // storage is blocked: the choice lasts as long as the page
  }
  follow();
}

/** Calls back after a choice, here or in another tab. */
export function onSchemeChange(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener("storage", follow);
  };
}

function follow(): void {
  const scheme = chosenScheme();
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  for (const listener of listeners) listener();
}
