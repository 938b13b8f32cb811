import { useLanguage } from "./use-language.ts";
import styles from "./no-spanish.module.css";

export function NoSpanish() {
  return <p className={styles.note}>{useLanguage().t("There is no Spanish version of this text yet.")}</p>;
}
