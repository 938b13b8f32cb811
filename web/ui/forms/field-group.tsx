import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

type FieldGroupProps = Omit<FieldTexts, "labelHidden"> &
  Omit<ComponentProps<"fieldset">, "children"> & {
    /** Announces the error immediately, for errors without a submit. */
    isAnnounced?: boolean;
    /** The controls; a function gets the ids that describe its single control. */
    children: ReactNode | ((describedBy: string | undefined) => ReactNode);
  };

export function FieldGroup(props: FieldGroupProps) {
  const { label, hint, error, optional, isAnnounced = false, className, children, ...fieldset } = props;
  const generatedId = useId();
  const { t } = useLanguage();
  const describedBy =
    [hint && `${generatedId}-hint`, error && `${generatedId}-error`].filter(Boolean).join(" ") || undefined;
  const isSingle = typeof children === "function";
  const fieldError = <FieldError id={`${generatedId}-error`} error={error} />;
  return (
    <fieldset
      {...fieldset}
      className={cx(styles.field, error && styles.wrong, className)}
      aria-describedby={isSingle ? undefined : describedBy}
    >
      <legend className={styles.legend}>
        {label}
        {optional && <span className={styles.optional}> {t("(optional)")}</span>}
      </legend>
      {hint && (
        <div id={`${generatedId}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {isAnnounced ? <div aria-live="assertive">{fieldError}</div> : fieldError}
      {isSingle ? children(describedBy) : children}
    </fieldset>
  );
}
