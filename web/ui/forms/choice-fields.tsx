import { ChevronDown } from "#web/ui/first-icons.tsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, FieldError, type FieldTexts, type FieldWidth, describedBy, splitProps } from "./field.tsx";
import styles from "./field.module.css";

export type Choice = { value: string | number; label: string };

type SelectFieldProps = FieldTexts & ComponentProps<"select"> & { width?: FieldWidth; options?: readonly Choice[] };

export function SelectField({ options, children, ...props }: SelectFieldProps) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <>
          <select {...control} {...wiring} className={cx(styles.input, styles.select)}>
            {options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <ChevronDown size={20} className={styles.chevron} aria-hidden="true" />
        </>
      )}
    </Field>
  );
}

type Option = { value: number; label: string };

/** Adds the selected option if it is no longer among the options; returns none before they are loaded. */
export function withChosen(options: readonly Option[], value: number | undefined, label: string): Option[] {
  const isThere = options.length === 0 || !value || options.some((option) => option.value === value);
  return isThere ? [...options] : [...options, { value, label }];
}

type CheckboxFieldProps = Pick<FieldTexts, "hint" | "error"> & { label: ReactNode } & Omit<
    ComponentProps<"input">,
    "type"
  >;

export function CheckboxField({ label, hint, error, id, className, ...input }: CheckboxFieldProps) {
  const generatedId = useId();
  const own = id ?? input.name ?? generatedId;
  return (
    <div className={cx(styles.field, error && styles.wrong, className)}>
      <FieldError id={`${own}-error`} error={error} />
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          id={own}
          aria-describedby={describedBy(own, { hint, error })}
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
