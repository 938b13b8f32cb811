import { CircleCheck } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./steps.module.css";

type StepsProps = {
  label: string;
  steps: readonly string[];
  /** Counted from 0; the number of steps when all are done. */
  current: number;
};

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, at) => (
        <li
          key={step}
          className={styles.step}
          data-done={at < current || undefined}
          aria-current={at === current ? "step" : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {at < current ? <CircleCheck size={20} /> : at + 1}
          </span>
          {step}
          {at < current && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}
