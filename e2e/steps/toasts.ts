import { type BrowserContext, expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    toastHeard?: (words: string) => void;
  }
}

const heard = new WeakMap<BrowserContext, string[]>();

/** Records every toast of this context's pages, because two seconds pass quickly on a busy machine. */
export async function recordToasts(context: BrowserContext): Promise<void> {
  const words: string[] = [];
  heard.set(context, words);
  await context.exposeBinding("toastHeard", (_, said: string) => words.push(said));
  await context.addInitScript(() => {
    const told = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-toast-region] [aria-live] > *")) {
        if (told.has(toast)) continue;
        told.add(toast);
        window.toastHeard?.(toast.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Waits until a toast has shown this, perhaps a moment ago; each toast is consumed once. */
export async function toast(page: Page, words: string): Promise<void> {
  const toasts = heard.get(page.context());
  if (!toasts) throw new Error("Nothing records the toasts of this page. Call recordToasts() first.");
  await expect.poll(() => toasts.some((text) => text.includes(words)), `a toast says: ${words}`).toBe(true);
  toasts.splice(0, toasts.findIndex((text) => text.includes(words)) + 1);
}
