import { messages, ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useState } from "react";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { refusedFields } from "./form-problems.ts";
import styles from "./form.module.css";
import { NewPasswordHint } from "./new-password-hint.tsx";

const names = ["password", "newPassword", "verifyPassword"] as const;
type Passwords = Record<(typeof names)[number], string>;

type ChangePasswordFormProps = { userId: number; userName: string; passwordMinLength: number; onChanged: () => void };

/** Current, new and verified password. */
export function ChangePasswordForm({ userId, userName, passwordMinLength, onChanged }: ChangePasswordFormProps) {
  const [typed, setTyped] = useState<Passwords>({ password: "", newPassword: "", verifyPassword: "" });
  const [attempt, setAttempt] = useState(0);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const change = useMutation({
    mutationFn: async ({ password, newPassword }: Passwords) => call("POST Account/ChangePassword/", { body: { userId, password, newPassword } }),
    meta: { done: messages.done.passwordChanged },
    onSuccess: onChanged,
    onError: (error) => {
      setProblems(refusedFields(error, names).map(({ name, message }) => ({ field: name, message })));
      setAttempt((count) => count + 1);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(typed);
    setProblems(found);
    setAttempt(attempt + 1);
    if (found.length === 0 && !change.isPending) change.mutate(typed);
  };
  const wire = (name: keyof Passwords) => ({
    name,
    value: typed[name],
    error: problems.find(({ field }) => field === name)?.message,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ErrorSummary title={messages.field.correctInvalid} problems={problems} attempt={attempt} />
      {/* why: password managers look for the name that a password belongs to */}
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...wire("password")} label="Current password" autoComplete="current-password" />
      <PasswordField
        {...wire("newPassword")}
        label="New password"
        autoComplete="new-password"
        hint={<NewPasswordHint password={typed.newPassword} least={passwordMinLength} about={[userName]} />}
      />
      <PasswordField {...wire("verifyPassword")} label="Verify new password" autoComplete="new-password" />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={change.isPending}>
          Change password
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
  else if (newPassword !== verifyPassword) problems.push({ field: "verifyPassword", message: messages.field.passwordsMustMatch });
  return problems;
}
