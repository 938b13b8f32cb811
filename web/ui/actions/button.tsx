import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./button.module.css";
import { Link } from "#web/ui/router.tsx";

type ButtonProps = ComponentProps<"button"> &
  ButtonLook & {
    /** Shows a spinner and ignores presses, but stays focusable. */
    busy?: boolean | undefined;
    icon?: ReactNode;
  };

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

/** Shows only an icon; `label` is its accessible name and tooltip. */
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

export type ButtonLook = {
  /** `danger` does something dangerous; `risky` asks first, and stands apart from the buttons before it. */
  look?: "primary" | "secondary" | "quiet" | "danger" | "risky" | undefined;
  size?: "normal" | "small" | undefined;
  wide?: boolean | undefined;
};

export function buttonClass({ look = "secondary", size = "normal", wide = false }: ButtonLook): string {
  return cx(styles.button, styles[look], size === "small" && styles.small, wide && styles.wide);
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook & { icon?: ReactNode };

/** Makes a link look like a button, for navigation, never for an action. */
export function ButtonLink({ look, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ look, size, wide }), className)}>
      {icon}
      {children}
    </Link>
  );
}
