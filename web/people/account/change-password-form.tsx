import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/wire/messages.ts";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { NewPasswordField } from "#web/people/fields/new-password-field.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField } from "#web/ui/forms/text-fields.tsx";
import type { FieldProblem } from "#web/ui/form/form-state.ts";

const initial = { password: "", newPassword: "", verifyPassword: "" };

type ChangePasswordFormProps = {
  userName: string;
  passwordMinLength: number;
  change: (passwords: { password: string; newPassword: string }) => Promise<unknown>;
  onChanged: () => void;
};

export function ChangePasswordForm({ userName, passwordMinLength, change, onChanged }: ChangePasswordFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: initial },
    check: problemsOf,
    save: async ({ password, newPassword }) => {
      await change({ password, newPassword });
      toast(messages.done.passwordChanged);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send={t("Change password")}>
      {/* password managers look for a username next to the password */}
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField {...form.field("password")} label={t("Current password")} autoComplete="current-password" />
      <NewPasswordField
        {...form.field("newPassword")}
        label={t("New password")}
        minLength={passwordMinLength}
        about={[userName]}
      />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify new password")} autoComplete="new-password" />
    </Form>
  );
}

async function problemsOf({ verifyPassword, ...passwords }: typeof initial): Promise<FieldProblem[]> {
  const problems = await brokenRulesOf(
    async () => (await import("#contract/people/accounts.ts")).changePassword.rules,
    passwords,
  );
  const field = "verifyPassword";
  if (verifyPassword === "") return [...problems, { field, message: messages.field.verifyNewPassword }];
  if (passwords.newPassword === verifyPassword) return problems;
  return [...problems, { field, message: messages.field.passwordsMustMatch }];
}
