import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./button.module.css";
import { buttonClass, type ButtonLook } from "./button-look.ts";

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Busy: stays focusable, shows a spinner, and ignores presses. */
    busy?: boolean | undefined;
    icon?: ReactNode;
  };

/** A button. `type` is "button" by default; `busy` keeps the focus and ignores presses. */
export function Button({ look, size, wide, busy = false, icon, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ look, size, wide }), className)}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <span className={styles.ring} aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = ComponentProps<"button"> & Omit<ButtonLook, "wide"> & { label: string; icon: ReactNode };

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({ look = "quiet", size, label, icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(buttonClass({ look, size }), styles.icon, className)}
    >
      {icon}
    </button>
  );
}
