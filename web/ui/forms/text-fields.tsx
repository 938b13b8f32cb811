import { type ComponentProps, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth, splitProps } from "./field.tsx";
import styles from "./field.module.css";
import { useLanguage } from "#web/language/use-language.ts";

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "width"> & { width?: FieldWidth };

/** Edits a line of text. Set `autoComplete`, and `inputMode` if the keyboard should differ. */
export function TextField(props: TextFieldProps) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field}>{(wiring) => <input type="text" {...control} {...wiring} className={styles.input} />}</Field>
  );
}

/** Edits a date with the browser's picker; its value is YYYY-MM-DD or empty. */
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

type TextAreaFieldProps = FieldTexts & ComponentProps<"textarea"> & { width?: FieldWidth };

export function TextAreaField(props: TextAreaFieldProps) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field} width={field.width ?? "l"}>
      {(wiring) => <textarea rows={4} {...control} {...wiring} className={cx(styles.input, styles.area)} />}
    </Field>
  );
}

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "type" | "width"> & {
    width?: FieldWidth;
  };

/** Edits a password, with a show button. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField(props: PasswordFieldProps) {
  const { field, control } = splitProps(props);
  const { t } = useLanguage();
  const [isVisible, setVisible] = useState(false);
  return (
    <Field {...field}>
      {(wiring) => (
        <>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...wiring}
            type={isVisible ? "text" : "password"}
            className={cx(styles.input, styles.withInside)}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={t(isVisible ? "Hide {what}" : "Show {what}", { what: field.label.toLowerCase() })}
            aria-controls={wiring.id}
            onClick={() => setVisible(!isVisible)}
          >
            {t(isVisible ? "Hide" : "Show")}
          </button>
        </>
      )}
    </Field>
  );
}
