import type { ReactNode } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./form.module.css";
import type { FormHandle } from "./use-form.ts";
import type { Told } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ErrorSummary, type FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { InForm } from "#web/ui/forms/field.tsx";

type FormProps = {
  form: {
    problems: readonly FieldProblem[];
    attempt: number;
    isChecked: boolean;
    objection: string | Told | undefined;
    isUnsaved: boolean;
    submit: () => Promise<void>;
    button: FormHandle<Record<string, unknown>>["button"];
  };
  /** The label of the submit button; without it, the children contain the button. */
  send?: string;
  also?: ReactNode;
  /** The accessible name, if the page does not provide one. */
  label?: string;
  id?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** A form with its error summary at the top. */
export function Form({ form, label, id, send, also, className = send && styles.form, children }: FormProps) {
  const { t, say } = useLanguage();
  const title = form.isUnsaved ? { title: t("This wasn’t saved. What you typed is still here.") } : {};
  return (
    <form
      id={id}
      className={className}
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
