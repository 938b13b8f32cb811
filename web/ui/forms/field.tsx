import { useLanguage } from "#web/language/use-language.ts";
import { CircleAlert, Search } from "#web/ui/first-icons.tsx";
import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { cx } from "#web/ui/cx.ts";
import styles from "./field.module.css";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";

/** The shared props of fields. An ErrorSummary links to a field's `id`, or else its `name`. */
export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  /** One sentence; empty while valid. */
  error?: string | undefined;
  /** Marks an optional field; everything else is required. */
  optional?: boolean | undefined;
  /** Visually hides the label, when the context already names the field. */
  labelHidden?: boolean | undefined;
};

/** The maximum width: about 6, 12, 20, or 32 rem, or none. */
export type FieldWidth = "xs" | "s" | "m" | "l" | "full";

/** The attributes that connect a control to its label, hint, and error. */
export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type SplittableProps = FieldTexts & Pick<ComponentProps<"input">, "id" | "name" | "className"> & { width?: FieldWidth };

/** Splits a field's props into those of its label and frame and those of its control. Its id is its name by default. */
export function splitProps<Props extends SplittableProps>(props: Props) {
  const { label, hint, error, optional, labelHidden, width, id, className, ...control } = props;
  return { field: { label, hint, error, optional, labelHidden, width, className, id: id ?? props.name }, control };
}

/** Returns the ids of a field's hint and error, for `aria-describedby`. */
export function describedBy(id: string, { hint, error }: Pick<FieldTexts, "hint" | "error">): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

/** Whether fields are in a form, where they are required unless optional, rather than in filters. */
export const InForm = createContext(false);

type FieldProps = FieldTexts & {
  id?: string | undefined;
  width?: FieldWidth | undefined;
  className?: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
};

/** Adds label, hint, and error to a control: `<Field label="…">{(wiring) => <input {...wiring} />}</Field>`. */
export function Field({ id, label, hint, error, optional, labelHidden, width = "m", className, children }: FieldProps) {
  const generatedId = useId();
  const { t } = useLanguage();
  const own = id ?? generatedId;
  const isRequired = use(InForm) && !optional;
  const labelText = (
    <>
      {label}
      {optional && <span className={styles.optional}> {t("(optional)")}</span>}
    </>
  );
  return (
    <div className={cx(styles.field, error && styles.wrong, className)}>
      <label htmlFor={own} className={styles.label}>
        {labelHidden ? <VisuallyHidden>{labelText}</VisuallyHidden> : labelText}
      </label>
      {hint && (
        <div id={`${own}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <FieldError id={`${own}-error`} error={error} />
      <div className={cx(styles.holder, width !== "full" && styles[width])}>
        {children({
          id: own,
          "aria-describedby": describedBy(own, { hint, error }),
          "aria-invalid": error ? true : undefined,
          "aria-required": isRequired || undefined,
        })}
      </div>
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  const { say } = useLanguage();
  if (!error) return null;
  return (
    <div id={id} className={styles.error}>
      <CircleAlert size={18} aria-hidden="true" />
      <span>{say(error)}</span>
    </div>
  );
}

type SearchFieldProps = FieldTexts & Omit<ComponentProps<"input">, "type" | "width"> & { width?: FieldWidth };

/** Shows a search box. Put it in a `<form role="search">`. */
export function SearchField(props: SearchFieldProps) {
  const { field, control } = splitProps(props);
  return (
    <Field {...field} width={field.width ?? "full"}>
      {(wiring) => (
        <>
          <Search size={20} className={styles.leading} aria-hidden="true" />
          <input
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200} // the contract's limit for searches
            {...control}
            {...wiring}
            type="search"
            className={cx(styles.input, styles.withIcon)}
          />
        </>
      )}
    </Field>
  );
}
