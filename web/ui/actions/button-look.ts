import { cx } from "#web/ui/cx.ts";
import styles from "./button.module.css";

export type ButtonLook = {
  look?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  size?: "normal" | "small" | undefined;
  wide?: boolean | undefined;
};

export function buttonClass({ look = "secondary", size = "normal", wide = false }: ButtonLook): string {
  return cx(styles.button, styles[look], size === "small" && styles.small, wide && styles.wide);
}
