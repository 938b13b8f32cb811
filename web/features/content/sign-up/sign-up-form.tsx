import { useLanguage } from "#web/language/use-language.ts";
import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/specified-messages.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./sign-up-form.module.css";

/** As much of an address as can be seen without asking; the server looks closer. */
const looksLikeMail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** The mailing list: an address, and what was said to it. */
export function SignUpForm() {
  const { t } = useLanguage();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const { mutate, isPending, data, reset } = useMutation({
    mutationFn: async (body: { emailAddress: string; website: string }) =>
      (await call("POST MailingList/Subscribe", { body })).message ?? "",
    meta: { ownFaults: (error) => error instanceof CallFailed && error.isRefusal },
    onError: (error) => {
      if (!(error instanceof CallFailed) || !error.isRefusal) return;
      setProblem(error.errors[0]?.message ?? error.message);
      setAttempt((count) => count + 1);
    },
  });
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const emailAddress = text("emailAddress");
    const wrong = looksLikeMail(emailAddress) ? undefined : messages.field.email;
    setProblem(wrong);
    setAttempt((count) => count + 1);
    if (!wrong && !isPending) mutate({ emailAddress, website: text("website") });
  };
  if (data !== undefined) return <Sent message={data} onAnother={reset} />;
  return (
    <form className={styles.form} noValidate onSubmit={send}>
      <ErrorSummary
        title={messages.field.correctInvalid}
        problems={problem ? [{ field: "emailAddress", message: problem }] : []}
        attempt={attempt}
      />
      <TextField
        name="emailAddress"
        type="email"
        label={t("Email address")}
        hint={t("We’ll email you a link. Follow it to join the list.")}
        width="l"
        autoComplete="email"
        inputMode="email"
        maxLength={200}
        error={problem}
      />
      {/* a trap: only a robot fills in what nobody sees */}
      <div className={styles.trap} aria-hidden="true">
        <label>
          {t("Leave this field empty")}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button type="submit" look="primary" busy={isPending}>
          {t("Sign up")}
        </Button>
      </div>
    </form>
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
