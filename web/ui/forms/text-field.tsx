import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth } from "./field.tsx";
import styles from "./field.module.css";

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "width"> & { width?: FieldWidth };

/** A line of text. Set `autoComplete`, and `inputMode` if the keyboard should differ. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, labelHidden, width, id, className, ...input } = props;
  const texts = { label, hint, error, optional, labelHidden, width };
  return (
    <Field {...texts} id={id ?? input.name} className={className}>
      {(wiring) => <input type="text" {...input} {...wiring} className={cx(styles.input)} />}
    </Field>
  );
}

/** A date with the browser's picker; its value is YYYY-MM-DD or empty. */
export function DateField(props: TextFieldProps) {
  const { label, value, defaultValue, max = "2999-12-31", min = "1900-01-01" } = props;
  return (
    // some browsers make each part of a date a control, so the group names them
    <fieldset aria-label={label} className={styles.day}>
      <TextField
        width="s"
        {...props}
        min={min}
        max={max}
        type="date"
        data-empty={!(value ?? defaultValue) || undefined}
        onInput={({ currentTarget: { value, validity, dataset } }) => {
          if (value === "" && !validity.badInput) dataset["empty"] = "true";
          else delete dataset["empty"];
        }}
      />
    </fieldset>
  );
}
