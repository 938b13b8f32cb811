import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { cx } from "#web/ui/cx.ts";
import { CircleAlert, CircleCheck, Info, X } from "#web/ui/icons.tsx";
import styles from "./toast.module.css";
import { announce, dialogCloseMs, isDialogOpen } from "#web/ui/accessibility.tsx";
import { type Toast, toasts } from "./toast.tsx";

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** Moves the toast below the header and below any controls in its way in the upper half of the window. */
function keepClear(box: HTMLElement): void {
  const { left, right, height } = box.getBoundingClientRect();
  const start = Math.max(0, document.querySelector("header")?.getBoundingClientRect().bottom ?? 0) + 8;
  let top = start;
  const inTheWay = [...document.querySelectorAll("main :is(a, button, input, select, textarea)")]
    .map((element) => element.getBoundingClientRect())
    .filter((rect) => rect.right > left && rect.left < right)
    .toSorted((a, b) => a.top - b.top);
  for (const rect of inTheWay) if (rect.top < top + height && rect.bottom > top) top = rect.bottom + 4;
  box.style.top = `${top < innerHeight / 2 ? top : start}px`;
}

export function ToastBox({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // a popover appears above an open dialog
    const element = box.current;
    if (!element?.showPopover) return undefined;
    element.popover = "manual";
    element.showPopover();
    keepClear(element);
    return () => element.hidePopover();
  }, []);
  const [isRepeated, setRepeated] = useState(false);
  const [wasInDialog] = useState(isDialogOpen); // the dialog may have closed by the time the toast appears
  useEffect(() => {
    if (!wasInDialog) return undefined;
    const repeat = () => (isDialogOpen() ? announce(box.current?.textContent ?? "") : setRepeated(true));
    const timer = setTimeout(repeat, dialogCloseMs);
    return () => clearTimeout(timer);
  }, [wasInDialog]);
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
      <span key={String(isRepeated)} className={styles.words}>
        {toast.title && `${say(toast.title)}: `}
        {say(toast.message)}
      </span>
      <button type="button" className={styles.close} aria-label={t("Dismiss")} onClick={toasts.dismiss}>
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
