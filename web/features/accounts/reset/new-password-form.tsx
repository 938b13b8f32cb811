import { useLanguage } from "#web/language/use-language.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, CallFailed } from "#web/lib/call.ts";
import { endSession, keptUserId } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { NewPasswordHint } from "#web/features/accounts/fields/new-password-hint.tsx";
import styles from "#web/features/accounts/form.module.css";
import { useTextForm } from "#web/features/accounts/use-text-form.ts";

const names = ["newPassword", "verifyPassword"] as const;
type Passwords = Record<(typeof names)[number], string>;
const initial: Passwords = { newPassword: "", verifyPassword: "" };

type NewPasswordFormProps = { userId: number; passwordMinLength: number };

/** The new password, twice. Cleared when it was taken; then the log-in is the next step. */
export function NewPasswordForm({ userId, passwordMinLength }: NewPasswordFormProps) {
  const [done, setDone] = useState<string>();
  const { t, say } = useLanguage();
  // another form, and so an empty one, once it is done
  if (done !== undefined) {
    return (
      <>
        <Alert tone="info">{say(done)}</Alert>
        <div>
          <ButtonLink to="/user/login" look="primary">
            {t("Log In")}
          </ButtonLink>
        </div>
      </>
    );
  }
  return <Fields userId={userId} passwordMinLength={passwordMinLength} onDone={setDone} />;
}

function Fields({ userId, passwordMinLength, onDone }: NewPasswordFormProps & { onDone: (sentence: string) => void }) {
  const { t, say } = useLanguage();
  const form = useTextForm({ names, initial, check: problemsOf });
  const reset = useMutation({
    // In the body, where no log and no history keeps it.
    mutationFn: async ({ newPassword }: Passwords) =>
      call("POST Account/ResetPassword/{userId}", { params: { userId }, body: { newPassword } }),
    meta: { ownFaults: true },
    onSuccess: ({ message }) => {
      // every session of the account has ended; so has this one, if it is theirs
      if (keptUserId() === userId) endSession();
      onDone(message ?? ownMessages.resetDone);
    },
    onError: form.refuse,
  });
  const send = (values: Passwords) => {
    if (!reset.isPending) reset.mutate(values);
  };
  const isOfTheFields = reset.error instanceof CallFailed && reset.error.errors.length > 0;
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event, send)}>
      <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
      {reset.isError && !isOfTheFields && <Alert tone="error">{say(reset.error)}</Alert>}
      <PasswordField
        {...form.wire("newPassword")}
        label={t("New password")}
        autoComplete="new-password"
        hint={<NewPasswordHint password={form.values.newPassword} least={passwordMinLength} />}
      />
      <PasswordField {...form.wire("verifyPassword")} label={t("Verify password")} autoComplete="new-password" />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={reset.isPending}>
          {t("Save new password")}
        </Button>
      </div>
    </form>
  );
}

function problemsOf({ newPassword, verifyPassword }: Passwords): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (newPassword === "") problems.push({ field: "newPassword", message: messages.field.resetNewPassword });
  if (verifyPassword === "") problems.push({ field: "verifyPassword", message: messages.field.resetVerifyPassword });
  else if (newPassword !== verifyPassword) {
    problems.push({ field: "verifyPassword", message: messages.field.passwordsMustMatch });
  }
  return problems;
}
