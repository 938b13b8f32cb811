import { useLanguage } from "#web/language/use-language.ts";
import { limits } from "#contract/codes.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "#web/features/accounts/form.module.css";

/** User name or e-mail address, to have a link sent. The form is cleared when the request was taken. */
export function RequestResetForm() {
  const { t, say } = useLanguage();
  const [typed, setTyped] = useState("");
  const [attempt, setAttempt] = useState(0);
  const [missing, setMissing] = useState(false);
  const request = useMutation({
    mutationFn: async (userNameOrEmail: string) =>
      call("POST Account/RequestResetPassword/{userNameOrEmail}", { params: { userNameOrEmail } }),
    meta: { ownFaults: true },
    onSuccess: () => setTyped(""),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = typed.trim();
    setMissing(wanted === "");
    setAttempt(attempt + 1);
    if (wanted === "") request.reset();
    else if (!request.isPending) request.mutate(wanted);
  };
  const field = "userNameOrEmail";
  const sentence = missing ? messages.field.resetUserNameOrEmail : undefined;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ErrorSummary
        title={messages.field.correctInvalid}
        problems={sentence ? [{ field, message: sentence }] : []}
        attempt={attempt}
      />
      {request.isSuccess && <Alert tone="info">{say(request.data.message ?? ownMessages.resetRequested)}</Alert>}
      {request.isError && <Alert tone="error">{say(request.error)}</Alert>}
      <TextField
        name={field}
        label={t("User name or email address")}
        hint={t("We’ll send a link to your account’s email address.")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.line}
        width="l"
        value={typed}
        error={sentence}
        onChange={(event) => {
          setTyped(event.target.value);
          setMissing(false);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={request.isPending}>
          {t("Send link")}
        </Button>
      </div>
    </form>
  );
}
