import { secondStepRules } from "#contract/staff/own-account.ts";
import { useQuery } from "@tanstack/react-query";
import styles from "#web/features/accounts/form.module.css";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { copyText } from "./copy-text.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import { newSecondStepQuery } from "../staff-queries.ts";
import { CodeField } from "./code-field.tsx";
import own from "./second-step.module.css";

type SetUpProps = { userName: string; onDone: (recoveryCodes: string[]) => void };

/** The secret for the app, and the form that shows that the app has it. */
export function SetUpSecondStep({ userName, onDone }: SetUpProps) {
  return (
    <Fetched query={useQuery(newSecondStepQuery)} what="a new QR code" skeleton={<Skeleton height="24rem" />}>
      {({ secret, address }) => (
        <>
          <p>
            Open an authenticator app on your phone and scan this code with it. Any app for one-time codes works, such
            as Google Authenticator, Microsoft Authenticator, or a password manager.
          </p>
          <div className={own.secret}>
            <QrCode text={address} name="QR code for your authenticator app" size={225} />
            <div className={own.words}>
              <p>Can’t scan it? Type this key into the app:</p>
              <code className={own.code}>{secret.replace(/.{4}(?=.)/g, "$& ")}</code>
              <div className={styles.actions}>
                <Button size="small" onClick={() => void copyText(secret)}>
                  Copy key
                </Button>
              </div>
              <p>
                Is the app on this device? <a href={address}>Open it with this key</a>.
              </p>
            </div>
          </div>
          <TurnOnForm secret={secret} userName={userName} onDone={onDone} />
        </>
      )}
    </Fetched>
  );
}

function TurnOnForm({ secret, userName, onDone }: SetUpProps & { secret: string }) {
  const form = useForm({
    names: ["code", "password"],
    stored: { values: { code: "", password: "" } },
    check: (values) => brokenRules(secondStepRules, values),
    save: async (values) => {
      const { data } = await call("POST Staff/TurnOnSecondStep", { body: { ...values, secret } });
      return { next: () => onDone(data.recoveryCodes) };
    },
  });
  return (
    <Form form={form} className={styles.form}>
      <input type="text" name="userName" autoComplete="username" value={userName} readOnly hidden />
      <CodeField {...form.field("code")} hint="The 6 digits that the app shows now." />
      <PasswordField {...form.field("password")} label="Current password" autoComplete="current-password" />
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          Turn on
        </Button>
      </div>
    </Form>
  );
}
