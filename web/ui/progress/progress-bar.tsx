import styles from "./progress-bar.module.css";

type ProgressBarProps = {
  label: string;
  /** 0 to 1; undefined while unknown. */
  part?: number | undefined;
  /** The progress as text, next to the bar. */
  words: string;
};

/** A progress bar; its parent announces the important steps. */
export function ProgressBar({ label, part, words }: ProgressBarProps) {
  return (
    <div className={styles.progress}>
      <progress aria-label={label} max={100} value={part === undefined ? undefined : Math.floor(part * 100)} />
      <span className={styles.words}>{words}</span>
    </div>
  );
}
