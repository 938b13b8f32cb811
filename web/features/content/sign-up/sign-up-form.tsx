import { useLanguage } from "#web/language/use-language.ts";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/specified-messages.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./sign-up-form.module.css";

const empty = { emailAddress: "" };

/** A first check of an address; the server checks further. */
const looksLikeMail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export function SignUpForm() {
  const { t } = useLanguage();
  const [message, setMessage] = useState<string>();
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm({
    names: ["emailAddress"],
    stored: { values: empty },
    check: ({ emailAddress }) =>
      looksLikeMail(emailAddress.trim()) ? [] : [{ field: "emailAddress", message: messages.field.email }],
    objection: refusalOf,
    save: async ({ emailAddress }) => {
      const body = { emailAddress: emailAddress.trim(), website: trap.current?.value ?? "" };
      setMessage((await call("POST MailingList/Subscribe", { body })).message ?? "");
      return { stored: { values: empty } };
    },
  });
  if (message !== undefined) return <Sent message={message} onAnother={() => setMessage(undefined)} />;
  return (
    <Form form={form} className={styles.form}>
      <TextField
        type="email"
        label={t("Email address")}
        hint={t("We’ll email you a link. Follow it to join the list.")}
        width="l"
        autoComplete="email"
        inputMode="email"
        maxLength={200}
        {...form.field("emailAddress")}
      />
      {/* a honeypot: only a robot fills in an invisible field */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {t("Leave this field empty")}
          <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button {...form.button} look="primary">
          {t("Sign up")}
        </Button>
      </div>
    </Form>
  );
}

function Sent({ message, onAnother }: { message: string; onAnother: () => void }) {
  const { t, say } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className={styles.form}>
      <Alert tone="success" title={t("Check your email.")}>
        {say(message)}
      </Alert>
      <div>
        <Button onClick={onAnother}>{t("Sign up another address")}</Button>
      </div>
    </div>
  );
}
