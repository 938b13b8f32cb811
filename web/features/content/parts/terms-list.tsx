import type { SiteContent } from "#contract/site/sections.ts";
import { Paragraphs } from "./paragraphs.tsx";
import styles from "./terms-list.module.css";

/** The points of the terms. */
export function TermsList({ points }: SiteContent["terms"]) {
  return (
    <ol className={styles.terms} lang="en">
      {points.map(({ heading, text }, at) => (
        <li key={at}>
          <h3>{heading}</h3>
          <Paragraphs text={text} />
        </li>
      ))}
    </ol>
  );
}
