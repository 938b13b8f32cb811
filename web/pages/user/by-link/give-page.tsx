import { GiveLoans } from "#web/features/circulation/take-over/give-loans.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";

/** user/give/:token: what a colleague would take over, by the link of an email. */
export function GivePage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  return (
    <Page heading={t("Hand over your loans?")} width="narrow">
      <GiveLoans key={token} token={token} />
    </Page>
  );
}
