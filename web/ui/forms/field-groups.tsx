import { useLanguage } from "#web/language/use-language.ts";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError, type FieldTexts, describedBy } from "./field.tsx";
import styles from "./field.module.css";
import type { Choice } from "./choice-fields.tsx";

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
  const descriptionIds = describedBy(generatedId, props);
  const isSingle = typeof children === "function";
  const fieldError = <FieldError id={`${generatedId}-error`} error={error} />;
  return (
    <fieldset
      {...fieldset}
      className={cx(styles.field, error && styles.wrong, className)}
      aria-describedby={isSingle ? undefined : descriptionIds}
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
      {isSingle ? children(descriptionIds) : children}
    </fieldset>
  );
}

type CheckboxGroupProps = Omit<FieldTexts, "labelHidden"> & {
  id: string;
  options: readonly (Choice & { checked: boolean })[];
  onToggle: (value: Choice["value"]) => void;
};

export function CheckboxGroup({ id, options, onToggle, ...texts }: CheckboxGroupProps) {
  return (
    <FieldGroup {...texts}>
      <div className={styles.boxes}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              id={at === 0 ? id : `${id}-${option.value}`}
              checked={option.checked}
              aria-invalid={texts.error ? true : undefined}
              onChange={() => onToggle(option.value)}
            />
            <span className={styles.choiceText}>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

type RadioGroupProps = Omit<FieldTexts, "optional" | "labelHidden"> &
  Omit<ComponentProps<"input">, "type" | "value" | "defaultValue"> & {
    name: string;
    options: readonly (Choice & { hint?: ReactNode })[];
    /** Makes the group controlled. */
    value?: string | number | undefined;
    defaultValue?: string | number | undefined;
    inline?: boolean;
  };

/** Groups radio buttons in a fieldset; its `id` (or else `name`) is the first button's id. */
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
