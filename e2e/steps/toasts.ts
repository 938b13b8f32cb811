import { type BrowserContext, expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    toastHeard?: (words: string) => void;
  }
}

const toastsByContext = new WeakMap<BrowserContext, string[]>();

/** Records every toast of this context's pages, because two seconds pass quickly on a busy machine. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  const words: string[] = [];
  toastsByContext.set(context, words);
  await context.exposeBinding("toastHeard", (_, text: string) => words.push(text));
  await context.addInitScript(() => {
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-toast-region] [aria-live] > *")) {
        if (seen.has(toast)) continue;
        seen.add(toast);
        window.toastHeard?.(toast.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a toast has shown this, perhaps a moment ago; each toast is consumed once. */
export async function toast(page: Page, words: string): Promise<void> {
  const toasts = toastsByContext.get(page.context());
  if (!toasts) throw new Error("Nothing records the toasts of this page. Call recordToasts() first.");
  const isThere = () => toasts.some((text) => text.includes(words));
  await expect.poll(isThere, { message: `a toast says: ${words}`, intervals: [50] }).toBe(true);
  toasts.splice(0, toasts.findIndex((text) => text.includes(words)) + 1);
}
