import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./stack.module.css";

type StackProps = { gap?: "tight" | "normal" | "loose"; className?: string | undefined; children: ReactNode };

export function Stack({ gap = "normal", className, children }: StackProps) {
  return <div className={cx(styles.stack, gap !== "normal" && styles[gap], className)}>{children}</div>;
}

type RowProps = { align?: "center" | "end"; apart?: boolean; className?: string | undefined; children: ReactNode };

/** A horizontal row that wraps; `apart` pushes its items to both ends. */
export function Row({ align = "center", apart = false, className, children }: RowProps) {
  return (
    <div className={cx(styles.row, align === "end" && styles.end, apart && styles.apart, className)}>{children}</div>
  );
}
