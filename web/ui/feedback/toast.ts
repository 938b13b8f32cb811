import type { ToastTone } from "./toast-store.ts";
import { createToastStore } from "./toast-store.ts";

/** The page's one toast; ToastRegion shows it. */
export const toasts = createToastStore();

/** Says something for two seconds at the top centre; may be called from anywhere in the browser. */
export function toast(message: string, tone: ToastTone = "success"): void {
  toasts.show(message, tone);
}
