import type { ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./badge.module.css";

export type BadgeTone = "neutral" | "primary" | "info" | "success" | "warning" | "danger" | "book" | "video" | "audio";

type BadgeProps = {
  tone?: BadgeTone;
  /** About 16 px; required, because color alone is not enough. */
  icon: ReactNode;
  children: ReactNode;
};

/** Shows a status or kind as icon and text. The tones book, video, and audio have no background. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])}>
      <span aria-hidden="true">{icon}</span>
      {children}
    </span>
  );
}
