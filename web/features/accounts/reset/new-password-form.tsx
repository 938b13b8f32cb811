import { useLanguage } from "#web/language/use-language.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { useState } from "react";
import { call } from "#web/lib/call.ts";
import { endSession, keptUserId } from "#web/lib/session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { NewPasswordHint } from "#web/features/accounts/fields/new-password-hint.tsx";
import styles from "#web/features/accounts/form.module.css";

const names = ["newPassword", "verifyPassword"] as const;
type Passwords = Record<(typeof names)[number], string>;
const initial: Passwords = { newPassword: "", verifyPassword: "" };

type NewPasswordFormProps = { userId: number; passwordMinLength: number };

/** The new password, twice. Cleared on success; the login is the next step. */
export function NewPasswordForm({ userId, passwordMinLength }: NewPasswordFormProps) {
  const [done, setDone] = useState<string>();
  const { t, say } = useLanguage();
  // a new key gives an empty form when done
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
  const { t } = useLanguage();
  const form = useForm({
    names,
    stored: { values: initial },
    check: problemsOf,
    objection: (error) => error,
    save: async ({ newPassword }) => {
      // In the body, so that no log or history contains it.
      const { message } = await call("POST Account/ResetPassword/{userId}", {
        params: { userId },
        body: { newPassword },
      });
      const next = () => {
        // every session of the account has ended, so this one too if it is theirs
        if (keptUserId() === userId) endSession();
        onDone(message ?? ownMessages.resetDone);
      };
      return { next };
    },
  });
  return (
    <Form form={form} className={styles.form}>
      <PasswordField
        {...form.field("newPassword")}
        label={t("New password")}
        autoComplete="new-password"
        hint={<NewPasswordHint password={form.values.newPassword} least={passwordMinLength} />}
      />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify password")} autoComplete="new-password" />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          {t("Save new password")}
        </Button>
      </div>
    </Form>
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
