import { Search } from "#web/ui/first-icons.tsx";
import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth } from "./field.tsx";
import styles from "./field.module.css";

type SearchFieldProps = FieldTexts & Omit<ComponentProps<"input">, "type" | "width"> & { width?: FieldWidth };

/** A search box. Put it in a `<form role="search">`. */
export function SearchField(props: SearchFieldProps) {
  const { label, hint, error, optional, labelHidden, width = "full", id, className, ...input } = props;
  const texts = { label, hint, error, optional, labelHidden, width };
  return (
    <Field {...texts} id={id ?? input.name} className={className}>
      {(wiring) => (
        <>
          <Search size={20} className={styles.leading} aria-hidden="true" />
          <input
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200} // the contract's limit for searches
            {...input}
            {...wiring}
            type="search"
            className={cx(styles.input, styles.withIcon)}
          />
        </>
      )}
    </Field>
  );
}
