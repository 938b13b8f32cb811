import { useLanguage } from "#web/language/use-language.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./progress-line.module.css";

/** A thin moving line at the top while requests run, visible after 200 ms, with a spinner after 300 ms. */
export function ProgressLine({ busy }: { busy: boolean }) {
  return busy ? <div className={styles.line} data-progress aria-hidden="true" /> : null;
}

export function Spinner({ label }: { label?: string }) {
  const { t } = useLanguage();
  return (
    <span>
      <span className={styles.spinner} aria-hidden="true" />
      <VisuallyHidden>{label ?? t("Loading")}</VisuallyHidden>
    </span>
  );
}
