import type { ComponentProps } from "react";
import { cx } from "#web/ui/cx.ts";
import { Field, type FieldTexts, type FieldWidth } from "./field.tsx";
import styles from "./field.module.css";

type TextAreaFieldProps = FieldTexts & ComponentProps<"textarea"> & { width?: FieldWidth };

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, optional, labelHidden, width = "l", id, className, ...area } = props;
  const texts = { label, hint, error, optional, labelHidden, width };
  return (
    <Field {...texts} id={id ?? area.name} className={className}>
      {(wiring) => <textarea rows={4} {...area} {...wiring} className={cx(styles.input, styles.area)} />}
    </Field>
  );
}
