import { useLanguage } from "#web/language/use-language.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import styles from "#web/features/accounts/form.module.css";
import { NewPasswordHint } from "#web/features/accounts/fields/new-password-hint.tsx";
import { useTextForm } from "#web/features/accounts/use-text-form.ts";

const names = ["password", "newPassword", "verifyPassword"] as const;
type Passwords = Record<(typeof names)[number], string>;
const initial: Passwords = { password: "", newPassword: "", verifyPassword: "" };

type ChangePasswordFormProps = { userId: number; userName: string; passwordMinLength: number; onChanged: () => void };

/** Current, new and verified password. */
export function ChangePasswordForm({ userId, userName, passwordMinLength, onChanged }: ChangePasswordFormProps) {
  const { t } = useLanguage();
  const form = useTextForm({ names, initial, check: problemsOf });
  const change = useMutation({
    mutationFn: async ({ password, newPassword }: Passwords) =>
      call("POST Account/ChangePassword/", { body: { userId, password, newPassword } }),
    meta: { done: messages.done.passwordChanged },
    onSuccess: onChanged,
    onError: form.refuse,
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event, change.mutateAsync)}>
      <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
      {/* why: password managers look for the name that a password belongs to */}
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...form.wire("password")} label={t("Current password")} autoComplete="current-password" />
      <PasswordField
        {...form.wire("newPassword")}
        label={t("New password")}
        autoComplete="new-password"
        hint={<NewPasswordHint password={form.values.newPassword} least={passwordMinLength} about={[userName]} />}
      />
      <PasswordField {...form.wire("verifyPassword")} label={t("Verify new password")} autoComplete="new-password" />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={change.isPending}>
          {t("Change password")}
        </Button>
      </div>
    </form>
  );
}

function problemsOf({ password, newPassword, verifyPassword }: Passwords): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (password === "") problems.push({ field: "password", message: ownMessages.currentPasswordRequired });
  if (newPassword === "") problems.push({ field: "newPassword", message: messages.field.newPassword });
  if (verifyPassword === "") problems.push({ field: "verifyPassword", message: messages.field.verifyNewPassword });
  else if (newPassword !== verifyPassword) {
    problems.push({ field: "verifyPassword", message: messages.field.passwordsMustMatch });
  }
  return problems;
}
