import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { draftStore, useDraft } from "#web/ui/form/use-draft.ts";
import styles from "#web/ui/form/form.module.css";
import {
  emptyPerson,
  PersonalFields,
  personalNames,
  personBody,
  personProblems,
  type RegistrationBody,
} from "#web/people/fields/personal-fields.tsx";
import { Page } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField } from "#web/ui/forms/text-fields.tsx";
import { Link, useLocation, useNavigate } from "#web/ui/router.tsx";
import { withReturnPath } from "./return-path.ts";
import { NewPasswordField, UserNameField } from "#web/people/fields/login-fields.tsx";

export function RegisterPage() {
  const navigate = useNavigate();
  const { t } = useLanguage();
  const toLogin = withReturnPath("/user/login", useLocation().search);
  return (
    <Page
      heading={t("Create an account")}
      lead={t("For staff of California education agencies. Borrowing is free.")}
      width="narrow"
    >
      <p>
        <Rich
          sentence="Already registered? <link>Log in</link>"
          parts={{ link: (words) => <Link to={toLogin}>{words}</Link> }}
        />
      </p>
      <RegistrationForm onRegistered={(userName) => void navigate(toLogin, { state: { userName, isNew: true } })} />
    </Page>
  );
}

const empty = { "user.userName": "", "user.password": "", "user.confirmPassword": "", ...emptyPerson };
const drafts = draftStore(["user.userName", ...personalNames]); // no password
const draft = "registration";

function bodyOf(values: typeof empty): RegistrationBody {
  const user = {
    userName: values["user.userName"],
    password: values["user.password"],
    confirmPassword: values["user.confirmPassword"],
  };
  return { ...personBody(values), user };
}

/** Keeps the typed text, except passwords, through a reload. */
function RegistrationForm({ onRegistered }: { onRegistered: (userName: string) => void }) {
  const { t } = useLanguage();
  const form = useForm({
    stored: { values: empty },
    check: async (values) => personProblems(bodyOf(values)),
    save: async (values) => {
      await call("POST Account/RegisterBorrower", { body: bodyOf(values) });
      toast(messages.done.registered);
      const next = () => {
        drafts.forget(draft);
        onRegistered(values["user.userName"].trim());
      };
      return { next };
    },
  });
  useDraft(form, drafts, draft);
  return (
    <Form form={form} send={t("Register")}>
      <section className={styles.group} aria-labelledby="login-details">
        <h2 id="login-details">{t("Login details")}</h2>
        <UserNameField {...form.field("user.userName")} hint={t("Use up to 20 letters, numbers, and @ . - _")} />
        <NewPasswordField {...form.field("user.password")} label={t("Password")} />
        <PasswordField
          {...form.field("user.confirmPassword")}
          label={t("Verify password")}
          autoComplete="new-password"
        />
      </section>
      <section className={styles.group} aria-labelledby="about-you">
        <h2 id="about-you">{t("You and your school")}</h2>
        <PersonalFields fill={form.change} field={form.field} />
      </section>
    </Form>
  );
}
