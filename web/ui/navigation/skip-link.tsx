import type { MouseEvent } from "react";
import styles from "./skip-link.module.css";

/** The first thing Tab reaches: over the header, to the element with the id `target`. */
export function SkipLink({ target, children }: { target: string; children: string }) {
  const skip = (event: MouseEvent) => {
    // why: the address stays clean, and the router does not take it for a navigation
    event.preventDefault();
    document.getElementById(target)?.focus();
  };
  return (
    <a className={styles.skip} href={`#${target}`} onClick={skip}>
      {children}
    </a>
  );
}
