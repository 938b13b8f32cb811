import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./form.module.css";
import type { FieldProblem } from "./form-state.ts";
import type { FormHandle } from "./use-form.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { InForm } from "#web/ui/forms/field.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { CircleAlert } from "#web/ui/first-icons.tsx";

type FormProps = {
  form: Pick<
    FormHandle<Record<string, unknown>>,
    "problems" | "attempt" | "isChecked" | "objection" | "isUnsaved" | "submit" | "button"
  >;
  /** The label of the submit button; without it, the children contain the button. */
  send?: string;
  also?: ReactNode;
  /** The accessible name, if the page does not provide one. */
  label?: string;
  id?: string;
  /** Separates fields that are direct children of the form. */
  spaced?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** Keeps the Save button visible while the form is longer than the screen. */
export function SaveBar({ children }: { children: ReactNode }) {
  return <div className={styles.saveBar}>{children}</div>;
}

/** Shows a form with its error summary at the top. */
export function Form(props: FormProps) {
  const { form, label, id, send, also, spaced = false, children } = props;
  const { className = send ? styles.form : spaced && styles.group } = props;
  const { t, say } = useLanguage();
  const title = form.isUnsaved ? { title: t("This wasn’t saved. What you typed is still here.") } : {};
  return (
    <form
      id={id}
      className={className || undefined}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <ErrorSummary problems={form.isChecked ? form.problems : []} attempt={form.attempt} />
      {form.objection !== undefined && (
        <Alert tone="error" {...title}>
          {say(form.objection)}
        </Alert>
      )}
      <InForm value={true}>{children}</InForm>
      {send !== undefined && (
        <div className={styles.actions}>
          <Button {...form.button} look="primary">
            {send}
          </Button>
          {also}
        </div>
      )}
    </form>
  );
}

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
  const lastAttempt = useRef(0);
  useEffect(() => {
    // once per submit, because changes while typing must not move the focus
    if (attempt === lastAttempt.current) return;
    lastAttempt.current = attempt;
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
