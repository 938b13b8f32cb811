// Runs before the first paint, so that a chosen colour scheme does not flash; web/lib/choices/scheme.ts writes the choice.
// A file of its own because the content security policy allows no inline script.
try {
  const chosen = localStorage.getItem("scheme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.scheme = chosen;
} catch {
  // storage is forbidden: the system's scheme it is
}
