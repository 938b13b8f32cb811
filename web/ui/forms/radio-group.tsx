import type { ComponentProps, ReactNode } from "react";
import { cx } from "#web/ui/cx.ts";
import type { FieldTexts } from "./field.tsx";
import { FieldGroup } from "./field-group.tsx";
import type { Choice } from "./select-field.tsx";
import styles from "./field.module.css";

type RadioGroupProps = Omit<FieldTexts, "optional" | "labelHidden"> &
  Omit<ComponentProps<"input">, "type" | "value" | "defaultValue"> & {
    name: string;
    options: readonly (Choice & { hint?: ReactNode })[];
    /** Makes the group controlled. */
    value?: string | number | undefined;
    defaultValue?: string | number | undefined;
    inline?: boolean;
  };

/** Radio buttons in a fieldset; its `id` (or else `name`) is the first button's id. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, hint, error, id, name, options, value, defaultValue, inline = false, className, ...input } = props;
  const own = id ?? name;
  const selection = (option: Choice) => {
    if (value !== undefined) return { checked: String(option.value) === String(value) };
    if (defaultValue !== undefined) return { defaultChecked: String(option.value) === String(defaultValue) };
    return {};
  };
  return (
    <FieldGroup label={label} hint={hint} error={error} className={className}>
      <div className={cx(styles.choices, inline && styles.inline)}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.choice}>
            <input
              {...input}
              {...selection(option)}
              type="radio"
              name={name}
              value={option.value}
              id={at === 0 ? own : `${own}-${option.value}`}
            />
            <span className={styles.choiceText}>
              {option.label}
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
