import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./button.module.css";
import type { ButtonLook } from "./button-look.ts";
import { buttonClass } from "./button-look.ts";

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Running: stays focusable, shows a ring, and ignores presses. */
    busy?: boolean | undefined;
    icon?: ReactNode;
  };

/** A button. `type` is "button" unless told otherwise; `busy` keeps the focus and swallows second presses. */
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

/** A square button that shows an icon alone; `label` is its accessible name and its tooltip. */
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
