import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

type FieldGroupProps = Omit<FieldTexts, "labelHidden"> &
  Omit<ComponentProps<"fieldset">, "children"> & {
    /** Announces an error at once: for one that comes without a submit. */
    isAnnounced?: boolean;
    /** The controls. A function gets the ids that describe its one control; else they describe the group. */
    children: ReactNode | ((describedBy: string | undefined) => ReactNode);
  };

export function FieldGroup(props: FieldGroupProps) {
  const { label, hint, error, optional, isAnnounced = false, className, children, ...fieldset } = props;
  const made = useId();
  const { t } = useLanguage();
  const describedBy = [hint && `${made}-hint`, error && `${made}-error`].filter(Boolean).join(" ") || undefined;
  const isOne = typeof children === "function";
  const wrong = <FieldError id={`${made}-error`} error={error} />;
  return (
    <fieldset
      {...fieldset}
      className={cx(styles.field, error && styles.wrong, className)}
      aria-describedby={isOne ? undefined : describedBy}
    >
      <legend className={styles.legend}>
        {label}
        {optional && <span className={styles.optional}> {t("(optional)")}</span>}
      </legend>
      {hint && (
        <div id={`${made}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {isAnnounced ? <div aria-live="assertive">{wrong}</div> : wrong}
      {isOne ? children(describedBy) : children}
    </fieldset>
  );
}
