import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { type Toast, toasts } from "./toast.ts";
import styles from "./toast-region.module.css";

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
