import type { Told } from "#web/language/language.ts";
import { messagesStay } from "#web/lib/message-stay.ts";
import type { ToastTone } from "./toast-store.ts";
import { createToastStore } from "./toast-store.ts";

/** The page's toast; ToastRegion shows it. */
export const toasts = createToastStore(messagesStay);

/**
 * Shows a message at the top center for two seconds, or until closed if the reader chose that; callable from anywhere
 * in the browser.
 */
export function toast(message: string | Told, tone: ToastTone = "success"): void {
  toasts.show(message, tone);
}
