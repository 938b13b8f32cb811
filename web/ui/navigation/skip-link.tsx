import type { MouseEvent } from "react";
import styles from "./skip-link.module.css";

/** Skips the header and focuses the element with the id `target`. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  const skip = (event: MouseEvent) => {
    // keeps the address clean and the router out of it
    event.preventDefault();
    document.getElementById(target)?.focus();
  };
  return (
    <a className={styles.skip} href={`#${target}`} onClick={skip}>
      {children}
    </a>
  );
}
