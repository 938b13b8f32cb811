import type { Told } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { CircleAlert } from "#web/ui/first-icons.tsx";
import { type MouseEvent, useEffect, useId, useRef } from "react";
import styles from "./error-summary.module.css";

/** A sentence and the id of its field (the field's `id`, else its `name`). */
export type FieldProblem = Told & { field: string };

type ErrorSummaryProps = {
  problems: readonly FieldProblem[];
  /** Changes with each submit that found some, so that the summary takes the focus again. */
  attempt: number;
};

/**
 * The errors at the top of a form: takes the focus after a submit and links to the fields. No alert: that would be read
 * once as it appears, and again as it gets the focus.
 */
export function ErrorSummary({ problems, attempt }: ErrorSummaryProps) {
  const { say } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const some = problems.length > 0;
  const answered = useRef(0);
  useEffect(() => {
    // once per submit: what is fixed, or broken, while typing must not move the focus
    if (attempt === answered.current) return;
    answered.current = attempt;
    box.current?.focus();
  }, [attempt]);
  if (!some) return null;
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
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there are no fields in it
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
