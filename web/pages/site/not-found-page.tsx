import { messages } from "#contract/sentences/specified.ts";
import { SearchBox } from "#web/features/catalogue/search/search-box.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

/** notfound */
export function NotFoundPage() {
  return (
    <Page
      heading={messages.trouble.pageNotFound}
      documentTitle="Page not found"
      lead="The address may have changed, or the item is no longer here."
      width="narrow"
    >
      <SearchBox label="Search the inventory" />
      <Row>
        <ButtonLink to="/home">Go to the home page</ButtonLink>
        <ButtonLink to="/user/inventories">Our Inventory</ButtonLink>
      </Row>
    </Page>
  );
}
