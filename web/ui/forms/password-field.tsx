import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth, type FieldWiring } from "./field.tsx";
import styles from "./field.module.css";

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "type" | "width"> & {
    width?: FieldWidth;
    /** The id of the part of the hint that describes the field, if the rest is announced separately. */
    describedBy?: string;
  };

/** A password with a show button. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, labelHidden, width, id, className, describedBy, ...input } = props;
  const texts = { label, hint, error, optional, labelHidden, width };
  const { t } = useLanguage();
  const [isVisible, setVisible] = useState(false);
  const described = ({ id: own, "aria-describedby": by }: FieldWiring) =>
    describedBy === undefined ? by : by?.replace(`${own}-hint`, describedBy);
  return (
    <Field {...texts} id={id ?? input.name} className={className}>
      {(wiring) => (
        <>
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...wiring}
            aria-describedby={described(wiring)}
            type={isVisible ? "text" : "password"}
            className={cx(styles.input, styles.withInside)}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={t(isVisible ? "Hide {what}" : "Show {what}", { what: label.toLowerCase() })}
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
