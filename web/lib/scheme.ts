/** The colour scheme a visitor chose, or the system's. */
export type Scheme = "system" | "light" | "dark";

const key = "scheme";

/** What was chosen before on this machine. */
export function storedScheme(): Scheme {
  try {
    const found = localStorage.getItem(key);
    return found === "light" || found === "dark" ? found : "system";
  } catch {
    return "system"; // storage is forbidden: the choice lasts as long as the page
  }
}

/** Shows a scheme and remembers it. Before the first paint, public/scheme.js does the same. */
export function chooseScheme(scheme: Scheme): void {
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  try {
    if (scheme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // storage is forbidden: the choice lasts as long as the page
  }
}
