import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { SearchBox } from "#web/catalog/search/search-box.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Page, Row } from "#web/ui/layout.tsx";

export function NotFoundPage() {
  const { t } = useLanguage();
  return (
    <Page
      heading={t(messages.trouble.pageNotFound)}
      documentTitle={t("Page not found")}
      lead={t("The address may have changed, or the item was removed.")}
      width="narrow"
    >
      <SearchBox />
      <Row>
        <ButtonLink to="/home">{t("Go to the home page")}</ButtonLink>
        <ButtonLink to="/user/inventories">{t("Our Inventory")}</ButtonLink>
      </Row>
    </Page>
  );
}
