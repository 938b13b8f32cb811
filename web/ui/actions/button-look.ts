import { cx } from "#web/ui/cx.ts";
import styles from "./button.module.css";

/** How a button or a link dressed as one appears. */
export type ButtonLook = {
  look?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  size?: "normal" | "small" | undefined;
  wide?: boolean | undefined;
};

/** The class names of that look; secondary unless told otherwise. */
export function buttonClass({ look = "secondary", size = "normal", wide = false }: ButtonLook): string {
  return cx(styles.button, styles[look], size === "small" && styles.small, wide && styles.wide);
}
