import { partInWords, partsOf } from "#contract/titles/parts.ts";
import styles from "./printing.module.css";

/** The parts of a copy on paper, each with a box to tick; nothing for a copy that is one thing. */
export function PrintedParts({ parts }: { parts: string }) {
  if (parts === "") return null;
  return (
    <ul className={styles.parts}>
      {partsOf(parts).map((part) => (
        <li key={part.name}>
          <TickBox />
          {partInWords(part)}
        </li>
      ))}
    </ul>
  );
}

/** An empty square for a pen. */
export function TickBox() {
  return <span className={styles.box} aria-hidden="true" />;
}
