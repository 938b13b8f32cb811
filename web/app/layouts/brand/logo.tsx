import styles from "./logo.module.css";

/** The library's mark: an open book with a sprout. Uses the tokens' colors, so it fits both schemes. */
export function Logo({ size = 48 }: { size?: number }) {
  return (
    <svg className={styles.logo} viewBox="0 0 48 48" width={size} height={size} aria-hidden="true">
      <rect className={styles.ground} width="48" height="48" rx="11" />
      <path className={styles.page} d="M24 39.5c-3.6-2.6-8.2-3.8-14.5-3.8V22.2c6.3 0 10.9 1.3 14.5 4.2z" />
      <path className={styles.page} d="M24 39.5c3.6-2.6 8.2-3.8 14.5-3.8V22.2c-6.3 0-10.9 1.3-14.5 4.2z" />
      <path
        className={styles.line}
        d="M13.3 27.2c2.8.3 5 .9 7 2M13.3 31.2c2.8.3 5 .9 7 2M34.7 27.2c-2.8.3-5 .9-7 2M34.7 31.2c-2.8.3-5 .9-7 2"
      />
      <path className={styles.stem} d="M24 39.5V18" />
      <path className={styles.leaf} d="M24 20.4c-5.6.3-8.7-2.5-9-8 5.600-.4 8.800 2.300 9 8z" />
      <path className={styles.bloom} d="M24 18.400c-.2-6 2.900-9.200 9.200-9.300 0 6-3.100 9.200-9.200 9.300z" />
    </svg>
  );
}
