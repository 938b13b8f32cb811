import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError, type FieldTexts } from "./field.tsx";
import styles from "./field.module.css";

type CheckboxFieldProps = Pick<FieldTexts, "hint" | "error"> & { label: ReactNode } & Omit<
    ComponentProps<"input">,
    "type"
  >;

export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const generatedId = useId();
  const own = id ?? input.name ?? generatedId;
  const describedBy = [hint && `${own}-hint`, error && `${own}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <div className={cx(styles.field, error && styles.wrong, className)}>
      <FieldError id={`${own}-error`} error={error} />
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          id={own}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
        />
        <span className={styles.choiceText}>
          {label}
          {hint && (
            <span id={`${own}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
        </span>
      </label>
    </div>
  );
}
