// Runs before the first paint. The server embeds it in rendered pages, where the content policy allows exactly this text.

// Applies the stored color scheme (web/app/layouts/footer.tsx), so that the page does not flash.
try {
  const chosen = localStorage.getItem("scheme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.scheme = chosen;
} catch {
  // storage is blocked, so the system's scheme applies
}

// Records input before the application loads, for web/app/routing/replay-early-input.ts. Links, and forms with an action,
// work by themselves.
/** @type {{ type: string; target: Element; checked?: boolean }[]} */
const early = [];
/** @param {Event} event */
const keep = (event) => {
  const { type, target } = event;
  if (!(target instanceof Element)) return;
  const button = target.closest("button");
  if (type === "click" && button && button.type !== "submit") early.push({ type, target: button });
  // React resets a chosen field when it hydrates it
  if (type === "input" || type === "change")
    early.push({ type, target, checked: target instanceof HTMLInputElement && target.checked });
  if (type === "submit" && !target.hasAttribute("action")) {
    event.preventDefault();
    early.push({ type, target });
  }
};
const kinds = ["click", "input", "change", "submit"];
for (const kind of kinds) addEventListener(kind, keep, true);
/** @param {Event} event */
const release = (event) => {
  for (const kind of kinds) removeEventListener(kind, keep, true);
  if (event instanceof CustomEvent && Array.isArray(event.detail)) event.detail.push(...early.splice(0));
};
addEventListener("hydrated", release, { once: true });

// Makes the key / focus the page's search box, from the first moment, unless someone is typing or has turned it off. On
// staff pages, the scan box does this.
addEventListener("keydown", (event) => {
  const { target, key, ctrlKey, altKey, metaKey } = event;
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector("input[data-finds=titles]");
  const isTyping = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
  if (key !== "/" || !field?.checkVisibility() || isTyping || ctrlKey || altKey || metaKey) return;
  if (document.querySelector("dialog:modal")) return;
  try {
    if (localStorage.getItem("search key") === "off") return;
  } catch {
    // storage is blocked, so nobody has turned it off
  }
  event.preventDefault();
  field.focus();
  field.select();
});

// Loads the application after the first paint, so that nothing competes with it. A hidden window is never painted.
const fetchApplication = () => {
  const waiting = document.querySelector("template#application");
  if (!(waiting instanceof HTMLTemplateElement)) return;
  waiting.remove();
  // each in its own task, because starting a dozen fetches together is noticeable
  for (const module of waiting.content.children) setTimeout(() => document.head.append(module));
};
addEventListener("DOMContentLoaded", () => {
  setTimeout(fetchApplication, 3000);
  if (document.hidden) fetchApplication();
  else new PerformanceObserver(fetchApplication).observe({ type: "paint", buffered: true });
});
