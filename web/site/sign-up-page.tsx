import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { langOf, NoSpanishYet, Paragraphs } from "./parts/paragraphs.tsx";
import { MailLink } from "./mail-link.tsx";
import { pageContentQuery } from "./site-queries.ts";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/wire/specified-messages.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import styles from "./sign-up-form.module.css";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { useLinkSecret } from "#web/ui/link-secret.ts";

export function SignUpPage() {
  const { t, code } = useLanguage();
  // on failure the text is missing, but the form works
  const { data } = useQuery({ ...pageContentQuery(code), meta: { background: true } });
  return (
    <Page
      heading={data?.signUp.heading ?? t("Sign up")}
      headingLang={data && langOf(data.signUp, "heading")}
      documentTitle={t("Sign up")}
      width="narrow"
    >
      {data && (
        <Stack>
          <NoSpanishYet of={data.signUp} />
          <div lang={langOf(data.signUp, "text")}>
            <Paragraphs text={data.signUp.text} />
          </div>
        </Stack>
      )}
      <SignUpForm />
    </Page>
  );
}

export function ConfirmSignUpPage() {
  const { t } = useLanguage();
  const token = useLinkSecret();
  return (
    <Page
      heading={t("Confirm your sign-up")}
      lead={t("Click below, and we’ll let you know when there’s something new.")}
      width="narrow"
    >
      <MailLink
        label="Confirm my sign-up"
        press={() => call("POST MailingList/Confirm", { body: { token } })}
        fallback={{ to: "/signup", label: "Sign up again" }}
      />
    </Page>
  );
}

export function LeaveListPage() {
  const { t } = useLanguage();
  const token = useLinkSecret();
  return (
    <Page
      heading={t("Unsubscribe from the mailing list")}
      lead={t("We’ll delete your address and stop emailing you.")}
      width="narrow"
    >
      <MailLink
        label="Unsubscribe"
        press={() => call("POST MailingList/Leave", { body: { token } })}
        fallback={{ to: "/home", label: "Go to the home page" }}
      />
    </Page>
  );
}

const empty = { emailAddress: "" };

/** Checks only the shape of an address; the server checks further. */
const looksLikeMail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function SignUpForm() {
  const { t } = useLanguage();
  const [message, setMessage] = useState<string>();
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm({
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
    <Form form={form} send={t("Sign up")}>
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
          {t("Leave this field blank")}
          <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
        </label>
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
