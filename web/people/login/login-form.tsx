import type { ReactNode } from "react";
import { limits, userTypes } from "#contract/catalog/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import type { LoggedIn } from "#contract/people/accounts.ts";
import { tooLong } from "#contract/wire/own-messages.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier, startSession } from "#web/lib/session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { storeSignals } from "#web/ui/code-scanner/scan-signals.ts";
import { isWorkKept } from "#web/lib/kept-work.ts";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField } from "#web/ui/forms/text-fields.tsx";
import { useLocation } from "#web/ui/router.tsx";
import type { FieldProblem } from "#web/ui/form/form-state.ts";
import { loginStateOf } from "./return-path.ts";
import { UserNameField } from "#web/people/fields/login-fields.tsx";

const empty = { userName: "", password: "" };

type LoginFormProps = {
  userTypeId: 1 | 2;
  userName?: string | undefined;
  onLoggedIn: (user: LoggedIn) => void;
  onCodeRequired?: (token: string) => void;
  /** Shown below, with the typed user name. */
  below?: (userName: string) => ReactNode;
};

/** Asks for the user name and password, starts the session, and claims the anonymous cart. */
export function LoginForm({
  userTypeId,
  userName: initialName = "",
  onLoggedIn,
  onCodeRequired,
  below,
}: LoginFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: { ...empty, userName: initialName } },
    check: problemsOf,
    objection: sentenceOf,
    save: async ({ userName, password }) => {
      const identifier = userTypeId === userTypes.user ? cartIdentifier() : null;
      const body = { userName: userName.trim(), password, userTypeId, cartIdentifier: identifier };
      const user = await call("POST Account/Login/", { body }).then(({ data }) => data, codeTokenOf);
      if (typeof user === "string") return { next: () => onCodeRequired?.(user) };
      toast(messages.done.loggedIn);
      if (user.blockReason !== "")
        toast(t("You can’t place orders right now: {because}", { because: user.blockReason }), "info");
      const next = () => {
        keepLogin(user);
        onLoggedIn(user);
      };
      return { next };
    },
  });
  return (
    <>
      <Form form={form} send={t("Log In")}>
        <UserNameField {...form.field("userName")} />
        <PasswordField {...form.field("password")} label={t("Password")} autoComplete="current-password" />
      </Form>
      {below?.(form.values.userName)}
    </>
  );
}

function codeTokenOf(error: unknown): string {
  if (error instanceof CallFailed && error.reason?.kind === "code-required") return error.reason.token;
  throw withToast(error);
}

/** Also shows the reason for a failed login in a toast. */
export function withToast(error: unknown): unknown {
  if (error instanceof Error) toast(sentenceOf(error), "error");
  return error;
}

function problemsOf({ userName, password }: typeof empty): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (!/^[A-Za-z0-9@._-]{1,20}$/.test(userName.trim()))
    problems.push({ field: "userName", message: messages.field.userName });
  const field = "password";
  const maxLength = limits.line;
  if (password === "") problems.push({ field, message: messages.field.password });
  else if (password.length > maxLength)
    problems.push({
      field,
      message: tooLong("Password", maxLength),
      reason: { kind: "text-too-long", max: maxLength },
    });
  return problems;
}

export function sentenceOf(error: Error): string {
  if (!(error instanceof CallFailed)) return messages.trouble.somethingWrong;
  if (error.status === 401) return messages.trouble.badLogin;
  // a 503 says that the library is busy
  const isFault = error.status >= 500 && error.status !== 503;
  return isFault ? messages.trouble.somethingWrong : error.message;
}

/** Starts the session; the visitor's cart now belongs to the user. */
export function keepLogin({ token, sessionKey, cartIdentifier, ...user }: LoggedIn): void {
  const { userId, userName, userTypeId, name, borrowerId, role, idleMinutes } = user;
  startSession({ token, sessionKey, user: { userId, userName, userTypeId, name, borrowerId, role, idleMinutes } });
  if (user.scanSignals) storeSignals(user.scanSignals);
  keepCartIdentifier(cartIdentifier);
}

export function WhyLogIn() {
  const { t } = useLanguage();
  const { ended, isNew, idleMinutes } = loginStateOf(useLocation().state);
  if (isNew)
    return (
      <Alert tone="success" title={t("Your account is ready.")}>
        {t("Log in to continue.")}
      </Alert>
    );
  if (!ended) return null;
  return (
    <Alert
      tone="info"
      title={
        idleMinutes === undefined
          ? t("Your session has ended.")
          : t("You were logged out after {minutes} minutes of inactivity.", { minutes: idleMinutes })
      }
    >
      {t("Log in to pick up where you left off.")}
      {isWorkKept() && ` ${t("We saved what you typed.")}`}
    </Alert>
  );
}
