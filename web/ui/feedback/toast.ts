import type { Told } from "#web/language/language.ts";
import { storedChoice } from "#web/lib/stored-choice.ts";

export type ToastTone = "success" | "error" | "info";

/** One message; `id` is unique, so that repeated words are announced again. A title comes before it. */
export type Toast = { id: number; message: string | Told; tone: ToastTone; title?: string | undefined };

/** How long a toast stays, in milliseconds, not counting hover and focus. */
export const toastDuration = 2000;

/** Holds at most one toast: a new one replaces the old. When messages stay, each waits until it is closed. */
export function createToastStore(stay: () => boolean = () => false) {
  let current: Toast | undefined;
  let count = 0;
  let left = 0;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const set = (next: Toast | undefined) => {
    current = next;
    for (const listener of listeners) listener();
  };
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const dismiss = () => {
    stop();
    if (current) set(undefined);
  };
  const run = () => {
    stop();
    if (stay()) return;
    since = Date.now();
    timer = setTimeout(dismiss, left);
  };

  return {
    show: (message: string | Told, tone: ToastTone, title?: string) => {
      count += 1;
      left = toastDuration;
      run();
      set({ id: count, message, tone, title });
    },
    dismiss,
    pause: () => {
      if (timer === undefined) return;
      stop();
      left = Math.max(0, left - (Date.now() - since));
    },
    resume: () => {
      if (current && timer === undefined) run();
    },
    current: () => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** The storage key: "stay", or nothing. */
export const messagesKey = "messages";

/** Whether messages stay until they are closed, as chosen on this machine. */
export const messagesStay = () => storedChoice(messagesKey) === "stay";

export const toasts = createToastStore(messagesStay);

/**
 * Shows a message at the top center for two seconds, or until closed if the reader chose that; callable from anywhere
 * in the browser.
 */
export function toast(message: string | Told, tone: ToastTone = "success", title?: string): void {
  toasts.show(message, tone, title);
}
