import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { loginPageFor, loginStateOf, returnPath, withReturnPath } from "./return-path.ts";
import { useState } from "react";
import { limits, userTypes } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { call } from "#web/lib/call.ts";
import { sendsMail } from "#web/lib/site.ts";
import { useLinkSecret } from "#web/ui/link-secret.ts";
import { endSession, keptUserId } from "#web/lib/session.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { PasswordField, TextField } from "#web/ui/forms/text-fields.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import { emailLinkQuery } from "#web/people/accounts-queries.ts";
import { newPasswordProblems, NewPasswordField } from "#web/people/fields/login-fields.tsx";

export function ResetPasswordPage() {
  const token = useLinkSecret();
  const { t } = useLanguage();
  const { search } = useLocation();
  if (token !== "") return <NewPassword key={token} token={token} />;
  return (
    <Page
      heading={t("Reset password")}
      lead={t("Forgot your password? We’ll email you a link to choose a new one.")}
      width="narrow"
    >
      <RequestResetForm next={returnPath(search)} />
      <p>
        <Rich
          sentence="Remember it? <link>Log in</link>"
          parts={{ link: (words) => <Link to={loginPageFor(search)}>{words}</Link> }}
        />
      </p>
    </Page>
  );
}

function NewPassword({ token }: { token: string }) {
  const query = useQuery(
    emailLinkQuery(["reset", token], (context) =>
      call("POST Account/CheckUserResetPassword", { body: { token } }, context),
    ),
  );
  const { t, say } = useLanguage();
  const { search } = useLocation();
  const heading = t("Choose a new password");
  const link = query.data;
  if (link && "refusal" in link) {
    return (
      <Page heading={heading} width="narrow">
        <Alert tone="error">{say(link.refusal)}</Alert>
        <p>{t("Each link works once, for 60 minutes. Only the newest link works.")}</p>
        <div>
          <ButtonLink to={withReturnPath("/user/reset-password", search)} look="primary">
            {t("Send a new link")}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page heading={heading} lead={t("You’ll be logged out everywhere else.")} width="narrow">
      <Fetched query={{ ...query, data: link }} what={t("your link")} skeleton={<SkeletonLines lines={4} />}>
        {({ data: userId }) => <NewPasswordForm userId={userId} loginOf={(path) => withReturnPath(path, search)} />}
      </Fetched>
    </Page>
  );
}

function RequestResetForm({ next }: { next: string | undefined }) {
  const { t, say } = useLanguage();
  const [answer, setAnswer] = useState<string>();
  const { userName = "" } = loginStateOf(useLocation().state);
  const form = useForm({
    stored: { values: { userNameOrEmail: userName } },
    check: ({ userNameOrEmail }) =>
      userNameOrEmail.trim() === "" ? [{ field: "userNameOrEmail", message: messages.field.resetUserNameOrEmail }] : [],
    objection: (error) => error,
    save: async (values) => {
      const userNameOrEmail = values.userNameOrEmail.trim();
      const { message } = await call("POST Account/RequestResetPassword/{userNameOrEmail}", {
        params: { userNameOrEmail },
        query: { next: next && next.length <= limits.line ? next : undefined },
      });
      setAnswer(message ?? ownMessages.resetRequested);
      return { stored: { values: { userNameOrEmail: "" } } };
    },
  });
  return (
    <Form form={form} send={t("Send link")}>
      {answer !== undefined && !form.isChecked && (
        <Alert tone="info">
          {sendsMail()
            ? say(answer)
            : t("The library can’t send email yet, so there’s no link. Please call us to get a new password.")}
        </Alert>
      )}
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
    </Form>
  );
}

const initial = { newPassword: "", verifyPassword: "" };

type NewPasswordFormProps = {
  userId: number;
  /** Adds the return path to a login page. */
  loginOf: (path: string) => string;
};

function NewPasswordForm({ userId, loginOf }: NewPasswordFormProps) {
  const [result, setResult] = useState<{ words: string; login: string; userName: string }>();
  const { t, say } = useLanguage();
  const form = useForm({
    stored: { values: initial },
    check: (values) =>
      newPasswordProblems(
        async () => (await import("#contract/people/accounts.ts")).resetPasswordInBody.rules,
        values,
        messages.field.resetVerifyPassword,
      ),
    objection: (error) => error,
    save: async ({ newPassword }) => {
      // in the body, so that no log or history contains it
      const { data, message } = await call("POST Account/ResetPassword/{userId}", {
        params: { userId },
        body: { newPassword },
      });
      const next = () => {
        // the reset ended every session of the account, maybe this one too
        if (keptUserId() === userId) endSession();
        const login = data.userTypeId === userTypes.admin ? "/admin/login" : "/user/login";
        setResult({ words: message ?? ownMessages.resetDone, login: loginOf(login), userName: data.userName });
      };
      return { stored: { values: initial }, next };
    },
  });
  if (result !== undefined) {
    return (
      <>
        <Alert tone="info">{say(result.words)}</Alert>
        <div>
          <ButtonLink to={result.login} state={{ userName: result.userName }} look="primary">
            {t("Log In")}
          </ButtonLink>
        </div>
      </>
    );
  }
  return (
    <Form form={form} send={t("Save new password")}>
      <NewPasswordField {...form.field("newPassword")} label={t("New password")} />
      <PasswordField {...form.field("verifyPassword")} label={t("Verify password")} autoComplete="new-password" />
    </Form>
  );
}
