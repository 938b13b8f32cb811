import { useLanguage } from "#web/language/use-language.ts";
import { CircleAlert, CircleCheck, Info, X } from "#web/ui/icons.tsx";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { cx } from "#web/ui/cx.ts";
import { type Toast, toasts } from "./toast.ts";
import styles from "./toast-region.module.css";

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** Shows and announces toasts; once, in the root layout. */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current, () => undefined);
  const polite = shown && shown.tone !== "error" ? shown : undefined;
  const urgent = shown?.tone === "error" ? shown : undefined;
  // announced again where a redirect leads to a page in another language
  const { code } = useLanguage();
  const keyOf = ({ id }: Toast) => `${id} ${code}`;
  return (
    <div className={styles.region} data-toast-region>
      <div aria-live="polite">{polite && <ToastBox key={keyOf(polite)} toast={polite} />}</div>
      <div aria-live="assertive">{urgent && <ToastBox key={keyOf(urgent)} toast={urgent} />}</div>
    </div>
  );
}

function ToastBox({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // a popover is above an open dialog; without popover support, a plain box has to do
    const element = box.current;
    if (!element?.showPopover) return undefined;
    element.popover = "manual";
    element.showPopover();
    return () => element.hidePopover();
  }, []);
  const { t, say } = useLanguage();
  const Icon = icons[toast.tone];
  return (
    <div
      ref={box}
      className={cx(styles.toast, styles[toast.tone])}
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      <Icon size={20} aria-hidden="true" />
      <span className={styles.words}>
        {toast.title && `${say(toast.title)}: `}
        {say(toast.message)}
      </span>
      <button type="button" className={styles.close} aria-label={t("Dismiss")} onClick={toasts.dismiss}>
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
