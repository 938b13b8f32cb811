import styles from "./progress.module.css";
import { CircleCheck } from "./icons.tsx";
import { VisuallyHidden } from "./accessibility.tsx";

type ProgressBarProps = {
  label: string;
  /** 0 to 1; undefined while unknown. */
  part?: number | undefined;
  /** The progress as text, next to the bar. */
  words: string;
};

/** Shows progress; its parent announces the important steps. */
export function ProgressBar({ label, part, words }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={100} value={part === undefined ? undefined : Math.floor(part * 100)} />
      <span className={styles.words}>{words}</span>
    </div>
  );
}

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
