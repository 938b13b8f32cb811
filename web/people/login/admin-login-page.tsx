import type { LoggedIn } from "#contract/people/accounts.ts";
import { limits, userTypes } from "#contract/catalog/codes.ts";
import { useEffect, useRef, useState } from "react";
import { destinationOf, loginStateOf } from "./return-path.ts";
import { keepLogin, LoginForm, sentenceOf, WhyLogIn, withToast } from "./login-form.tsx";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { call, isRefusedFor } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import styles from "#web/ui/form/form.module.css";
import { Page } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { useLocation, useNavigate } from "#web/ui/router.tsx";

export function AdminLoginPage() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [token, setToken] = useState<string>();
  const onLoggedIn = (who: LoggedIn) => void navigate(destinationOf(search, who), { replace: true });
  if (token !== undefined)
    return (
      <Page heading="Staff login" lead="Your password is right. One more step." width="narrow">
        <TwoStepForm token={token} onLoggedIn={onLoggedIn} onRestart={() => setToken(undefined)} />
      </Page>
    );
  return (
    <Page heading="Staff login" lead="Manage orders, inventory, and news." width="narrow">
      <WhyLogIn />
      <LoginForm
        userTypeId={userTypes.admin}
        userName={loginStateOf(state).userName}
        onLoggedIn={onLoggedIn}
        onCodeRequired={setToken}
      />
      <p>Forgot your password? A manager can email you a link to choose a new one.</p>
    </Page>
  );
}

type TwoStepFormProps = {
  /** The token for a login with a correct password. */
  token: string;
  onLoggedIn: (who: LoggedIn) => void;
  /** Goes back to the password, on request or because the login expired. */
  onRestart: () => void;
};

function TwoStepForm({ token, onLoggedIn, onRestart }: TwoStepFormProps) {
  const [isRecovery, setRecovery] = useState(false);
  const control = useRef<HTMLInputElement>(null);
  // the password field, which had the focus, is gone
  useEffect(() => control.current?.focus(), [isRecovery]);
  const form = useForm({
    stored: { values: { code: "" } },
    check: ({ code }) => (code.trim() === "" ? [{ field: "code", message: ownMessages.codeRequired }] : []),
    objection: (error) => (isRefusedFor(error, "login-expired") ? undefined : sentenceOf(error)),
    save: async ({ code }) => {
      const { data: who } = await call("POST Account/PassTwoStep", { body: { token, code } }).catch(
        (error: unknown) => {
          if (isRefusedFor(error, "login-expired")) onRestart();
          throw isRefusedFor(error, "login-expired") ? error : withToast(error);
        },
      );
      toast(messages.done.loggedIn);
      const next = () => {
        keepLogin(who);
        onLoggedIn(who);
      };
      return { next };
    },
  });
  const change = () => {
    form.change({ code: "" });
    setRecovery(!isRecovery);
  };
  const field = {
    ...form.field("code"),
    ref: control,
    maxLength: limits.twoStepCode,
    spellCheck: false,
    autoCapitalize: "none",
  };
  return (
    <Form form={form} className={styles.form}>
      {isRecovery ? (
        <TextField
          {...field}
          label="Recovery code"
          hint="Enter one of the codes you saved when you turned on two-step verification. Each works once."
          autoComplete="off"
          width="l"
        />
      ) : (
        <TextField
          {...field}
          label="Code"
          hint="Enter the 6 digits that your authenticator app shows now."
          autoComplete="one-time-code"
          inputMode="numeric"
          width="xs"
        />
      )}
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          Log In
        </Button>
        <Button look="quiet" onClick={change}>
          {isRecovery ? "Use the app’s code" : "Use a recovery code"}
        </Button>
        <Button look="quiet" onClick={onRestart}>
          Start over
        </Button>
      </div>
      <p>Lost your app and your recovery codes? Ask a manager to remove two-step verification from your account.</p>
    </Form>
  );
}
