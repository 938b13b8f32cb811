import type { Told } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { CircleAlert } from "#web/ui/first-icons.tsx";
import { type MouseEvent, useEffect, useId, useRef } from "react";
import styles from "./error-summary.module.css";

/** A sentence, and the `id` (or else `name`) of its field. */
export type FieldProblem = Told & { field: string };

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  /** Changes with each submit that has problems, so that the summary takes the focus again. */
  attempt: number;
};

/**
 * Lists a form's problems with links to the fields, and takes the focus after a submit. Not an alert, which would be read
 * twice: once as it appears and again as it gets the focus.
 */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const { say } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const handled = useRef(0);
  useEffect(() => {
    // once per submit, because changes while typing must not move the focus
    if (attempt === handled.current) return;
    handled.current = attempt;
    box.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  const goTo = (event: MouseEvent, field: string) => {
    event.preventDefault();
    const control = document.getElementById(field);
    control?.focus();
    control?.scrollIntoView({ block: "center" });
  };
  return (
    <div
      ref={box}
      className={styles.summary}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it contains no fields
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
      tabIndex={-1}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        <CircleAlert size={22} aria-hidden="true" />
        {say("Please correct the invalid fields.")}
      </h2>
      <ul id={`${id}-list`} className={styles.list}>
        {problems.map((problem) => (
          <li key={problem.field}>
            <a href={`#${problem.field}`} onClick={(event) => goTo(event, problem.field)}>
              {say(problem)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
