import { ArrivalByLink } from "#web/features/circulation/arrivals/arrival-by-link.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { Page } from "#web/ui/layout/page.tsx";
import { useParams } from "#web/ui/router/router.tsx";

/** user/arrived/:token: whether an order arrived, by the link of an email. */
export function ArrivedPage() {
  const { t } = useLanguage();
  const { token = "" } = useParams();
  return (
    <Page heading={t("Did your package arrive?")} width="narrow">
      <ArrivalByLink key={token} token={token} />
    </Page>
  );
}
