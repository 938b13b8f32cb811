import styles from "./bars.module.css";

export type Bar = { key: string; label: string; value: number; part: number; words: string };

type BarsProps = { bars: readonly Bar[]; value: string; part: string };

/** Draws rows as bars, with a part of each striped. Screen readers skip it: use it next to a table of the same rows. */
export function Bars({ bars, value, part }: BarsProps) {
  const max = Math.max(1, ...bars.map((bar) => bar.value));
  const share = (count: number) => `${(count / max) * 100}%`;
  return (
    <figure className={styles.figure} aria-hidden="true">
      <figcaption className={styles.legend}>
        <Swatch className={styles.bar} /> {value} <Swatch className={styles.part} /> {part}
      </figcaption>
      <svg width="0" height="0" className={styles.patterns}>
        <pattern id="bar-stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="6" height="6" className={styles.gap} />
          <rect width="3" height="6" className={styles.stripe} />
        </pattern>
      </svg>
      <ul className={styles.bars}>
        {bars.map((bar) => (
          <li key={bar.key} className={styles.row}>
            <span className={styles.label}>{bar.label}</span>
            <svg className={styles.track}>
              <rect width={share(bar.value)} height="100%" rx="2" className={styles.bar} />
              {bar.part > 0 && <rect width={share(bar.part)} height="100%" className={styles.part} />}
            </svg>
            <span className={styles.words}>{bar.words}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

const Swatch = ({ className }: { className: string | undefined }) => (
  <svg width="14" height="14" className={styles.swatch}>
    <rect width="14" height="14" className={className} />
  </svg>
);
