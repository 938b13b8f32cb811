import type { Told } from "#web/language/language.ts";
import { storedChoice } from "#web/lib/stored-choice.ts";
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import styles from "./toast.module.css";

export type ToastTone = "success" | "error" | "info";

/** `id` is unique, so that repeated messages are announced again. The title precedes the message. */
export type Toast = { id: number; message: string | Told; tone: ToastTone; title?: string | undefined };

/** How long a toast stays, in ms, not counting hover and focus. */
const toastDuration = 2000;

/** Creates a store of at most one toast, which a new one replaces. If `stay` returns true, toasts stay until closed. */
export function createToastStore(stay: () => boolean = () => false) {
  let current: Toast | undefined;
  let count = 0;
  let remaining = 0;
  let startedAt = 0;
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
    startedAt = Date.now();
    timer = setTimeout(dismiss, remaining);
  };

  return {
    show: (message: string | Told, tone: ToastTone, title?: string) => {
      count += 1;
      remaining = toastDuration;
      run();
      set({ id: count, message, tone, title });
    },
    dismiss,
    pause: () => {
      if (timer === undefined) return;
      stop();
      remaining = Math.max(0, remaining - (Date.now() - startedAt));
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

/** The storage key; its value is "stay" or missing. */
export const messagesKey = "messages";

/** Returns whether toasts stay until closed in this browser. */
export const messagesStay = () => storedChoice(messagesKey) === "stay";

export const toasts = createToastStore(messagesStay);

/** Shows a message for two seconds, or until closed if the user chose that. */
export function toast(message: string | Told, tone: ToastTone = "success", title?: string): void {
  toasts.show(message, tone, title);
}

/** Shows and announces toasts; rendered once, in the root layout. */
export function ToastRegion() {
  const current = useSyncExternalStore(toasts.subscribe, toasts.current, () => undefined);
  const parts = useToastBox();
  const urgent = current?.tone === "error";
  // announced again after a redirect to a page in another language
  const { code } = useLanguage();
  const key = `${current?.id} ${code}`;
  const box =
    current && (parts ? <parts.ToastBox key={key} toast={current} /> : <PlainToast toast={current} isHidden />);
  return (
    <div className={styles.region} data-toast-region>
      <div aria-live="polite">{!urgent && box}</div>
      <div aria-live="assertive">{urgent && box}</div>
    </div>
  );
}

/** Loads the toast box after the page; until then, or if that fails, a toast is plain text. */
function useToastBox(): { ToastBox: ComponentType<{ toast: Toast }> } | undefined {
  const [parts, setParts] = useState<{ ToastBox: ComponentType<{ toast: Toast }> }>();
  useEffect(() => void import("./toast-box.tsx").then(setParts, () => setParts({ ToastBox: PlainToast })), []);
  return parts;
}

function PlainToast({ toast: { message }, isHidden }: { toast: Toast; isHidden?: boolean }) {
  const { say } = useLanguage();
  return (
    <div className={styles.toast} aria-hidden={isHidden}>
      {say(message)}
    </div>
  );
}
