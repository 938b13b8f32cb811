import { useId } from "react";
import { cx } from "#web/ui/cx.ts";
import type { FieldTexts } from "./field.tsx";
import { FieldError } from "./field.tsx";
import type { Choice } from "./select-field.tsx";
import styles from "./field.module.css";

type CheckboxGroupProps = Omit<FieldTexts, "labelHidden"> & {
  /** The first checkbox's id, for an ErrorSummary. */
  id: string;
  options: readonly (Choice & { checked: boolean })[];
  onToggle: (value: Choice["value"]) => void;
};

/** Checkboxes in a fieldset with a legend. */
export function CheckboxGroup({ label, hint, error, optional, id, options, onToggle }: CheckboxGroupProps) {
  const made = useId();
  const describedBy = [hint && `${made}-hint`, error && `${made}-error`].filter(Boolean).join(" ") || undefined;
  return (
    <fieldset className={cx(styles.field, error && styles.wrong)} aria-describedby={describedBy}>
      <legend className={styles.legend}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </legend>
      {hint && (
        <div id={`${made}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <FieldError id={`${made}-error`} error={error} />
      <div className={styles.boxes}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              id={at === 0 ? id : `${id}-${option.value}`}
              checked={option.checked}
              aria-invalid={error ? true : undefined}
              onChange={() => onToggle(option.value)}
            />
            <span className={styles.choiceText}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
