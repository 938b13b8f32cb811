import type { Told } from "#web/language/language.ts";
import { messagesStay } from "#web/lib/message-stay.ts";
import type { ToastTone } from "./toast-store.ts";
import { createToastStore } from "./toast-store.ts";

/** The page's one toast; ToastRegion shows it. */
export const toasts = createToastStore(messagesStay);

/** Says something for two seconds at the top centre, or until it is closed where the reader chose so; may be called from anywhere in the browser. */
export function toast(message: string | Told, tone: ToastTone = "success"): void {
  toasts.show(message, tone);
}
