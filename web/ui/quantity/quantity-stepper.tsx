import { useLanguage } from "#web/language/use-language.ts";
import { type Icon, Minus, Plus } from "#web/ui/first-icons.tsx";
import { Fragment, type KeyboardEvent, useId, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError } from "#web/ui/forms/field.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { type QuantityProblem, readQuantity, stepQuantity } from "./quantity.ts";
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
  /** How many there are: neither steps nor typing go beyond. */
  stock?: number;
  /** The item's name: "Quantity of …" where a screen has several. */
  label: string;
  labelHidden?: boolean;
  error?: string | undefined;
  disabled?: boolean;
};

/** Minus, a text box, plus. The value is controlled; typing is local until committed. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, onInvalid, onBelowOne, max = 5, stock, label, labelHidden, error, disabled = false } = props;
  const { t } = useLanguage();
  const id = useId();
  const Place = labelHidden ? VisuallyHidden : Fragment;
  const [typed, setTyped] = useState<string>();

  const take = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const read = readQuantity(typed, max, stock);
    if (!read.ok) onInvalid(read.problem);
    else if (read.value !== value) onChange(read.value);
  };
  // the box says its own value, but not to who presses the buttons beside it
  const step = (by: 1 | -1, say?: typeof announce) => {
    setTyped(undefined);
    const next = stepQuantity(value, by, max, stock);
    if (next === "belowOne") onBelowOne?.();
    else if (next.ok) {
      onChange(next.value);
      say?.(`${label}: ${next.value}`);
    } else onInvalid(next.problem);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") take();
    else if (event.key === "Escape") setTyped(undefined);
    else if (event.key === "ArrowUp") step(1);
    else if (event.key === "ArrowDown") step(-1);
    else return;
    event.preventDefault();
  };
  const button = (by: 1 | -1, name: string, isAtEnd: boolean, Sign: Icon) => (
    <button
      type="button"
      className={styles.step}
      aria-label={name}
      disabled={disabled || isAtEnd}
      onClick={() => step(by, announce)}
    >
      <Sign size={18} />
    </button>
  );
  return (
    <div className={styles.field}>
      <Place>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </Place>
      <div className={cx(styles.box, error && styles.wrong)}>
        {button(-1, t("{label}: one fewer", { label }), value <= 1 && !onBelowOne, Minus)}
        <input
          id={id}
          className={styles.input}
          role="spinbutton"
          aria-valuenow={value}
          aria-valuemin={1}
          aria-valuemax={max}
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
        {button(1, t("{label}: one more", { label }), false, Plus)}
      </div>
      {error && (
        <div className={styles.error}>
          <FieldError id={`${id}-error`} error={error} />
        </div>
      )}
    </div>
  );
}
