import { MailLink } from "#web/features/content/sign-up/mail-link.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";

export function ConfirmEmailPage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  return (
    <Page
      heading={t("Confirm your email address")}
      lead={t("One more click, and we can tell you about your orders.")}
      width="narrow"
    >
      <MailLink
        label="Confirm my email address"
        press={() => call("POST Account/ConfirmMailbox/{token}", { params: { token } })}
        otherwise={{ to: "/user/login", label: "Log in" }}
      />
    </Page>
  );
}
