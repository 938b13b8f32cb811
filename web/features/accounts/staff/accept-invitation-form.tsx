import { ownMessages } from "#contract/messages.ts";
import { NewPasswordField } from "#web/features/accounts/fields/new-password-field.tsx";
import { UserNameField } from "#web/features/accounts/fields/user-name-field.tsx";
import styles from "#web/features/accounts/form.module.css";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";

const empty = { name: "", userName: "", password: "", confirmPassword: "" };

type AcceptInvitationFormProps = { token: string; passwordMinLength: number; onAccepted: () => void };

/** A new colleague chooses a name, a user name, and a password. */
export function AcceptInvitationForm({ token, passwordMinLength, onAccepted }: AcceptInvitationFormProps) {
  const form = useForm({
    names: Object.keys(empty),
    stored: { values: empty },
    check: (values) => brokenRulesOf(async () => (await import("#contract/staff/staff.ts")).acceptRules, values),
    save: async (body) => {
      const { message } = await call("POST Staff/AcceptInvitation/{token}", { params: { token }, body });
      toast(message ?? ownMessages.invitationAccepted);
      return { next: onAccepted };
    },
  });
  const { name, userName } = form.values;
  return (
    <Form form={form} className={styles.form}>
      <TextField {...form.field("name")} label="Full name" autoComplete="name" width="l" />
      <UserNameField {...form.field("userName")} />
      <NewPasswordField
        {...form.field("password")}
        label="Password"
        least={passwordMinLength}
        about={[userName, name]}
      />
      <PasswordField {...form.field("confirmPassword")} label="Verify password" autoComplete="new-password" />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          Create account
        </Button>
      </div>
    </Form>
  );
}
