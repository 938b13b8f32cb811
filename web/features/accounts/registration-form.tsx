import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/specified-messages.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { forgetDraft } from "./form-draft.ts";
import styles from "./form.module.css";
import { NewPasswordHint } from "./fields/new-password-hint.tsx";
import { registrationProblems } from "./person-rules.ts";
import type { RegistrationBody } from "./fields/personal-fields.tsx";
import { emptyPerson, personBody, PersonalFields, personalNames } from "./fields/personal-fields.tsx";
import { useTextForm } from "./use-text-form.ts";
import { UserNameField } from "./fields/user-name-field.tsx";

const names = ["user.userName", "user.password", "user.confirmPassword", ...personalNames] as const;
const draft = { name: "registration", kept: ["user.userName", ...personalNames] as const };
const empty = { ...emptyPerson, "user.userName": "", "user.password": "", "user.confirmPassword": "" };

function bodyOf(values: typeof empty): RegistrationBody {
  const user = {
    userName: values["user.userName"],
    password: values["user.password"],
    confirmPassword: values["user.confirmPassword"],
  };
  return { ...personBody(values), user };
}

type RegistrationFormProps = { passwordMinLength: number; onRegistered: () => void };

/** "Create an account". What was typed, passwords excepted, survives a reload. */
export function RegistrationForm({ passwordMinLength, onRegistered }: RegistrationFormProps) {
  const { t } = useLanguage();
  const form = useTextForm({
    names,
    initial: empty,
    check: async (values) => registrationProblems(bodyOf(values)),
    draft,
  });
  const register = useMutation({
    mutationFn: async (values: typeof empty) => call("POST Account/RegisterBorrower", { body: bodyOf(values) }),
    meta: { done: messages.done.registered },
    onSuccess: () => {
      forgetDraft(draft.name);
      onRegistered();
    },
    onError: form.refuse,
  });
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void form.submit(event, register.mutateAsync)}>
      <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
      <section className={styles.group} aria-labelledby="login-details">
        <h2 id="login-details">{t("Login details")}</h2>
        <UserNameField {...form.wire("user.userName")} hint={t("Up to 20 letters, numbers, and @ . - _")} />
        <PasswordField
          {...form.wire("user.password")}
          label={t("Password")}
          autoComplete="new-password"
          hint={
            <NewPasswordHint
              password={form.values["user.password"]}
              least={passwordMinLength}
              about={[form.values["user.userName"]]}
            />
          }
        />
        <PasswordField
          {...form.wire("user.confirmPassword")}
          label={t("Verify password")}
          autoComplete="new-password"
        />
      </section>
      <section className={styles.group} aria-labelledby="about-you">
        <h2 id="about-you">{t("You and your school")}</h2>
        <PersonalFields wire={form.wire} />
      </section>
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={register.isPending}>
          {t("Register")}
        </Button>
      </div>
    </form>
  );
}
