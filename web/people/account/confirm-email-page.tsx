import { MailLink } from "#web/site/mail-link.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";
import { Page } from "#web/ui/layout.tsx";
import { useLinkSecret } from "#web/ui/link-secret.ts";

export function ConfirmEmailPage() {
  const { t } = useLanguage();
  const session = useSession()?.user;
  const user = session?.userTypeId === userTypes.user ? session : undefined;
  const token = useLinkSecret();
  return (
    <Page heading={t("Your email address")} width="narrow">
      <MailLink
        lead="Click below so we can email you about your orders."
        label="Confirm my email address"
        press={() => call("POST Account/ConfirmMailbox", { body: { token } })}
        fallback={{ to: "/user/login", label: "Log in" }}
        next={user && { to: `/user/orderlist/${user.userId}`, label: "Your orders" }}
      />
    </Page>
  );
}
