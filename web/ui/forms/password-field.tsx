import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth, type FieldWiring } from "./field.tsx";
import styles from "./field.module.css";

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "type" | "width"> & {
    width?: FieldWidth;
    /** The id of the part of the hint that describes it, if the rest is said when it changes. */
    describedBy?: string;
  };

/** A password with a show button. `autoComplete`: "current-password" or "new-password". */
export function PasswordField(props: PasswordFieldProps) {
  const { label, hint, error, optional, labelHidden, width, id, className, describedBy, ...input } = props;
  const texts = { label, hint, error, optional, labelHidden, width };
  const { t } = useLanguage();
  const [shown, setShown] = useState(false);
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
            type={shown ? "text" : "password"}
            className={cx(styles.input, styles.withInside)}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={t(shown ? "Hide {what}" : "Show {what}", { what: label.toLowerCase() })}
            aria-controls={wiring.id}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? "Hide" : "Show")}
          </button>
        </>
      )}
    </Field>
  );
}
