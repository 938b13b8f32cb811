import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";
import { Page } from "#web/ui/layout.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { useNavigate, useParams } from "#web/ui/router.tsx";
import { messages } from "#contract/wire/messages.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField } from "#web/ui/forms/text-fields.tsx";
import { CurrentPasswordField, newPasswordProblems, NewPasswordField } from "#web/people/fields/login-fields.tsx";

export function ChangePasswordPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const account = `/user/account/${id}`;
  return (
    <Page heading={t("Change password")} width="narrow" back={<BackLink to={account}>{t("Your account")}</BackLink>}>
      <ChangePasswordForm
        userName={user?.userName ?? ""}
        change={(passwords) =>
          call("POST Account/ChangePassword/", { body: { userId: user?.userId ?? 0, ...passwords } })
        }
        onChanged={() => void navigate(account)}
      />
    </Page>
  );
}

const initial = { password: "", newPassword: "", verifyPassword: "" };

type ChangePasswordFormProps = {
  userName: string;
  change: (passwords: { password: string; newPassword: string }) => Promise<unknown>;
  onChanged: () => void;
};

export function ChangePasswordForm({ userName, change, onChanged }: ChangePasswordFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: initial },
    check: (values) =>
      newPasswordProblems(
        async () => (await import("#contract/people/accounts.ts")).changePassword.rules,
        values,
        messages.field.verifyNewPassword,
      ),
    save: async ({ password, newPassword }) => {
      await change({ password, newPassword });
      toast(messages.done.passwordChanged);
      return { next: onChanged };
    },
  });
  return (
    <Form form={form} send={t("Change password")}>
      <CurrentPasswordField {...form.field("password")} userName={userName} />
      <NewPasswordField {...form.field("newPassword")} label={t("New password")} about={[userName]} />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify new password")} autoComplete="new-password" />
    </Form>
  );
}
