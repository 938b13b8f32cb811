import { MailLink } from "#web/site/mail-link.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";
import { returnPath } from "#web/people/login/return-path.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { useLocation } from "#web/ui/router.tsx";
import { Page } from "#web/ui/layout.tsx";
import { useLinkSecret } from "#web/ui/link-secret.ts";

export function ConfirmEmailPage() {
  const { t } = useLanguage();
  const session = useSession()?.user;
  const user = session?.userTypeId === userTypes.user ? session : undefined;
  const token = useLinkSecret();
  const next = returnPath(useLocation().search);
  return (
    <Page heading={t("Your email address")} width="narrow">
      <MailLink
        lead="Click below so we can email you about your orders."
        label="Confirm my email address"
        press={() => call("POST Account/ConfirmMailbox", { body: { token } })}
        fallback={{ to: "/user/login", label: "Log in" }}
        next={
          <ButtonLink to={next ?? (user ? `/user/account/${user.userId}` : "/user/login")}>
            {next ? t("Go to your order") : t("Your account")}
          </ButtonLink>
        }
      />
    </Page>
  );
}
