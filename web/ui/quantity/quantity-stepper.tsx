import { useLanguage } from "#web/language/use-language.ts";
import { Minus, Plus } from "#web/ui/icons.tsx";
import type { KeyboardEvent, ReactNode } from "react";
import { useId, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError } from "#web/ui/forms/field.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { QuantityProblem } from "./quantity.ts";
import { readQuantity, stepQuantity } from "./quantity.ts";
import styles from "./quantity-stepper.module.css";

type QuantityStepperProps = {
  value: number;
  /** A quantity from 1 to `max`, by a button or typed (on Enter or blur). */
  onChange: (value: number) => void;
  /** The requested quantity is invalid; the box already shows the previous one again. */
  onInvalid: (problem: QuantityProblem) => void;
  /** Minus was pressed at one. Without it, minus is disabled there. */
  onBelowOne?: (() => void) | undefined;
  max?: number;
  /** The item's name: "Quantity of …" where a screen has several. */
  label: string;
  labelHidden?: boolean;
  error?: string | undefined;
  disabled?: boolean;
};

/** Minus, a text box, plus. The value is controlled; typing is local until committed. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, onInvalid, onBelowOne, max = 5, label, labelHidden, error, disabled = false } = props;
  const { t } = useLanguage();
  const id = useId();
  const [typed, setTyped] = useState<string>();

  const take = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const read = readQuantity(typed, max);
    if (!read.ok) onInvalid(read.problem);
    else if (read.value !== value) onChange(read.value);
  };
  const step = (by: 1 | -1) => {
    setTyped(undefined);
    const next = stepQuantity(value, by, max);
    if (next === "belowOne") onBelowOne?.();
    else if (next.ok) onChange(next.value);
    else onInvalid(next.problem);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") take();
    else if (event.key === "Escape") setTyped(undefined);
    else if (event.key === "ArrowUp") step(1);
    else if (event.key === "ArrowDown") step(-1);
    else return;
    event.preventDefault();
  };
  const button = (by: 1 | -1, name: string, isAtEnd: boolean, icon: ReactNode) => (
    <button
      type="button"
      className={styles.step}
      aria-label={name}
      disabled={disabled || isAtEnd}
      onClick={() => step(by)}
    >
      {icon}
    </button>
  );
  const name = (
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
  );
  return (
    <div className={styles.field}>
      {labelHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
      <div className={cx(styles.box, error && styles.wrong)}>
        {button(
          -1,
          t("{label}: one fewer", { label }),
          value <= 1 && !onBelowOne,
          <Minus size={18} aria-hidden="true" />,
        )}
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={take}
          onKeyDown={key}
        />
        {button(1, t("{label}: one more", { label }), false, <Plus size={18} aria-hidden="true" />)}
      </div>
      {error && (
        <div className={styles.error}>
          <FieldError id={`${id}-error`} error={error} />
        </div>
      )}
    </div>
  );
}
