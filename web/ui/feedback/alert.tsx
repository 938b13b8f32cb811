import { CircleAlert, CircleCheck, Info, TriangleAlert } from "#web/ui/first-icons.tsx";
import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./alert.module.css";

const icons = { info: Info, error: CircleAlert, success: CircleCheck, warning: TriangleAlert };

type AlertProps = { tone?: keyof typeof icons; title?: string; children: ReactNode };

/** A message in the page; errors are announced immediately, others politely. */
export function Alert({ tone = "info", title, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div
      className={cx(styles.alert, styles[tone])}
      {...(tone === "error" ? { role: "alert" } : { "aria-live": "polite" })}
    >
      <Icon size={20} aria-hidden="true" />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
