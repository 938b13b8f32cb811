import { useLanguage } from "#web/language/use-language.ts";
import type { LoggedIn } from "#contract/accounts.ts";
import { messages } from "#contract/specified-messages.ts";
import { useMutation } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { useState } from "react";
import { call, CallFailed } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier, startSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import styles from "#web/features/accounts/form.module.css";
import { UserNameField } from "#web/features/accounts/fields/user-name-field.tsx";

type Credentials = { userName: string; password: string };

type LoginFormProps = {
  /** 1 Admin, 2 User. */
  userTypeId: 1 | 2;
  /** The session has begun; go somewhere. */
  onLoggedIn: (who: LoggedIn) => void;
};

/** User name and password. Begins the session, and takes the anonymous cart along. */
export function LoginForm({ userTypeId, onLoggedIn }: LoginFormProps) {
  const { t, say } = useLanguage();
  const [attempt, setAttempt] = useState(0);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const send = useMutation({
    mutationFn: async (typed: Credentials) => {
      const body = { ...typed, userTypeId, cartIdentifier: userTypeId === 2 ? cartIdentifier() : null };
      return (await call("POST Account/Login/", { body })).data;
    },
    meta: { done: messages.done.loggedIn, ownFaults: true },
    onSuccess: (who) => {
      const { token, sessionKey, userId, userName, name, borrowerId } = who;
      startSession({ token, sessionKey, user: { userId, userName, userTypeId: who.userTypeId, name, borrowerId } });
      keepCartIdentifier(who.cartIdentifier);
      onLoggedIn(who);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = credentialsOf(new FormData(event.currentTarget));
    const found = problemsOf(typed);
    setAttempt(attempt + 1);
    setProblems(found);
    if (found.length === 0 && !send.isPending) send.mutate(typed);
  };
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ErrorSummary title={messages.field.correctInvalid} problems={problems} attempt={attempt} />
      {send.isError && problems.length === 0 && <Alert tone="error">{say(sentenceOf(send.error))}</Alert>}
      <UserNameField name="userName" error={errorOf("userName")} />
      <PasswordField
        name="password"
        label={t("Password")}
        autoComplete="current-password"
        error={errorOf("password")}
      />
      <div>
        <Button type="submit" look="primary" busy={send.isPending}>
          {t("Log In")}
        </Button>
      </div>
    </form>
  );
}

function credentialsOf(form: FormData): Credentials {
  const [userName, password] = [form.get("userName"), form.get("password")];
  return {
    userName: typeof userName === "string" ? userName.trim() : "",
    password: typeof password === "string" ? password : "",
  };
}

/** The rules of two fields need no schema. */
function problemsOf({ userName, password }: Credentials): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!/^[A-Za-z0-9@._-]{1,20}$/.test(userName)) problems.push({ field: "userName", message: messages.field.userName });
  if (password === "") problems.push({ field: "password", message: messages.field.password });
  return problems;
}

function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailed)) return messages.trouble.somethingWrong;
  if (error.status === 401) return messages.trouble.badLogin;
  // a fault has the general sentence, and the login has its own; "busy" is worth saying
  const isFault = error.status >= 500 && error.status !== 503;
  return isFault ? messages.trouble.somethingWrong : error.message;
}
