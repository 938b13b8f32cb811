import { useLanguage } from "#web/language/use-language.ts";
import { limits } from "#contract/codes.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { useState } from "react";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "#web/features/accounts/form.module.css";

const empty = { userNameOrEmail: "" };

/** Requests a link by user name or email address. Cleared on success. */
export function RequestResetForm() {
  const { t, say } = useLanguage();
  const [told, setTold] = useState<string>();
  const form = useForm({
    names: ["userNameOrEmail"],
    stored: { values: empty },
    check: ({ userNameOrEmail: typed }) =>
      typed.trim() === "" ? [{ field: "userNameOrEmail", message: messages.field.resetUserNameOrEmail }] : [],
    objection: (error) => error,
    save: async (values) => {
      const userNameOrEmail = values.userNameOrEmail.trim();
      const { message } = await call("POST Account/RequestResetPassword/{userNameOrEmail}", {
        params: { userNameOrEmail },
      });
      setTold(message ?? ownMessages.resetRequested);
      return { stored: { values: empty } };
    },
  });
  return (
    <Form form={form} className={styles.form}>
      {told !== undefined && !form.isChecked && <Alert tone="info">{say(told)}</Alert>}
      <TextField
        label={t("User name or email address")}
        hint={t("We’ll send a link to your account’s email address.")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.line}
        width="l"
        {...form.field("userNameOrEmail")}
      />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          {t("Send link")}
        </Button>
      </div>
    </Form>
  );
}
