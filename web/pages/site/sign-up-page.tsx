import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "#web/ui/router/router.tsx";
import { langOf } from "#web/features/content/parts/lang-of.ts";
import { NoSpanishYet } from "#web/features/content/parts/no-spanish-yet.tsx";
import { Paragraphs } from "#web/features/content/parts/paragraphs.tsx";
import { ConfirmSignUp, LeaveList } from "#web/features/content/sign-up/mail-link.tsx";
import { SignUpForm } from "#web/features/content/sign-up/sign-up-form.tsx";
import { pageContentQuery } from "#web/features/content/site-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

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
  const { token = "" } = useParams();
  return (
    <Page
      heading={t("Confirm your sign-up")}
      lead={t("One more click, and you’ll hear from us when there’s something new.")}
      width="narrow"
    >
      <ConfirmSignUp token={token} />
    </Page>
  );
}

export function LeaveListPage() {
  const { t } = useLanguage();
  const { key = "" } = useParams();
  return (
    <Page
      heading={t("Unsubscribe from the mailing list")}
      lead={t("We’ll delete your address and stop emailing you.")}
      width="narrow"
    >
      <LeaveList leaveKey={key} />
    </Page>
  );
}
