import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  /** What goes on; heard, not seen. */
  label: string;
  /** 0 to 1; left out while nobody knows. */
  part?: number | undefined;
  /** Beside the bar: how far it is. */
  words: string;
};

/** How far something is. It says nothing by itself: whoever shows it announces the steps that matter. */
export function ProgressBar({ label, part, words }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={100} value={part === undefined ? undefined : Math.floor(part * 100)} />
      <span className={styles.words}>{words}</span>
    </div>
  );
}
