import { PromiseAtRisk } from "#web/features/circulation/promises/promise-at-risk.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";

/** user/promise/:token: an order whose days are at risk, by the link of an email. */
export function PromisePage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  return (
    <Page heading={t("The days of your order")} width="narrow">
      <PromiseAtRisk key={token} token={token} />
    </Page>
  );
}
