import { type ReactNode, useId } from "react";
import { cx } from "./cx.ts";
import styles from "./card.module.css";

type CardProps = {
  /** An h2; makes the card a named region. */
  heading?: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
};

export function Card({ heading, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={cx(styles.card, className)} aria-labelledby={heading ? id : undefined}>
      {(heading ?? actions) && (
        <div className={styles.cardHead}>
          {heading && <h2 id={id}>{heading}</h2>}
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
