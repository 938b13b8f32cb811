import { useLanguage } from "#web/language/use-language.ts";
import { type Icon, Minus, Plus } from "#web/ui/first-icons.tsx";
import { Fragment, type KeyboardEvent, useId, useState } from "react";
import { cx } from "#web/ui/cx.ts";
import { FieldError } from "./field.tsx";
import styles from "./quantity-stepper.module.css";
import { announce, VisuallyHidden } from "#web/ui/accessibility.tsx";

type QuantityStepperProps = {
  value: number;
  /** Called with a quantity from 1 to `max`. */
  onChange: (value: number) => void;
  /** Called for an invalid quantity; the box shows the previous one again. */
  onInvalid: (problem: QuantityProblem) => void;
  /** Called when minus is pressed at one; without it, minus is disabled there. */
  onBelowOne?: (() => void) | undefined;
  max?: number;
  /** How many are available; the quantity cannot exceed it. */
  stock?: number;
  /** Use "Quantity of …" if there are several on a screen. */
  label: string;
  labelHidden?: boolean;
  error?: string | undefined;
  disabled?: boolean;
};

/** Edits a quantity with minus and plus buttons; typing takes effect on Enter or blur. */
export function QuantityStepper(props: QuantityStepperProps) {
  const { value, onChange, onInvalid, onBelowOne, max = 5, stock, label, labelHidden, error, disabled = false } = props;
  const { t } = useLanguage();
  const id = useId();
  const LabelWrapper = labelHidden ? VisuallyHidden : Fragment;
  const [draft, setDraft] = useState<string>();

  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    const reading = readQuantity(draft, max, stock);
    if (!reading.ok) onInvalid(reading.problem);
    else if (reading.value !== value) onChange(reading.value);
  };
  // screen readers read the box's value, but not after a press of its buttons
  const step = (by: 1 | -1, say?: typeof announce) => {
    setDraft(undefined);
    const next = stepQuantity(value, by, max, stock);
    if (next === "belowOne") onBelowOne?.();
    else if (next.ok) {
      onChange(next.value);
      say?.(`${label}: ${next.value}`);
    } else onInvalid(next.problem);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") commit();
    else if (event.key === "Escape") setDraft(undefined);
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
      <LabelWrapper>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </LabelWrapper>
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
          value={draft ?? value}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => setDraft(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
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

/** Why a quantity is invalid: not a number, above the maximum, or more than are available. */
export type QuantityProblem = "missing" | "tooMany" | "aboveStock";

export type QuantityReading = { ok: true; value: number } | { ok: false; problem: QuantityProblem };

/** Parses a typed quantity: a whole number from 1 to `max` and no more than `stock`. */
export function readQuantity(input: string, max: number, stock = max): QuantityReading {
  const text = input.trim();
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) return { ok: false, problem: "missing" };
  return checkLimits(value, max, stock);
}

/** Returns the result of minus or plus. Minus goes down to `stock` if that is less. */
export function stepQuantity(value: number, by: 1 | -1, max: number, stock = max): QuantityReading | "belowOne" {
  const next = value + by;
  if (next < 1) return "belowOne";
  return checkLimits(by < 0 && stock > 0 ? Math.min(next, stock) : next, max, stock);
}

function checkLimits(value: number, max: number, stock: number): QuantityReading {
  if (value > max) return { ok: false, problem: "tooMany" };
  return value > stock ? { ok: false, problem: "aboveStock" } : { ok: true, value };
}
