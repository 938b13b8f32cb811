import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { type Toast, toasts } from "./toast.ts";
import styles from "./toast-region.module.css";

/** Shows and announces toasts; once, in the root layout. */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, () => undefined);
  const parts = useToastBox();
  const urgent = shown?.tone === "error";
  // announced again where a redirect leads to a page in another language
  const { code } = useLanguage();
  const key = `${shown?.id} ${code}`;
  const box = shown && (parts ? <parts.ToastBox key={key} toast={shown} /> : <Words toast={shown} isHidden />);
  return (
    <div className={styles.region} data-toast-region>
      <div aria-live="polite">{!urgent && box}</div>
      <div aria-live="assertive">{urgent && box}</div>
    </div>
  );
}

/** Fetched after the page's start. Until then the words alone are seen, and if it cannot be fetched, they are heard too. */
function useToastBox(): { ToastBox: ComponentType<{ toast: Toast }> } | undefined {
  const [parts, setParts] = useState<{ ToastBox: ComponentType<{ toast: Toast }> }>();
  useEffect(() => void import("./toast-box.tsx").then(setParts, () => setParts({ ToastBox: Words })), []);
  return parts;
}

function Words({ toast: { message }, isHidden }: { toast: Toast; isHidden?: boolean }) {
  const { say } = useLanguage();
  return (
    <div className={styles.toast} aria-hidden={isHidden}>
      {say(message)}
    </div>
  );
}
