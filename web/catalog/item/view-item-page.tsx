import type { Item } from "#contract/catalog/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { loginAddress } from "#web/people/login/return-path.ts";
import { AddToCart } from "#web/orders/cart/add-to-cart.tsx";
import { itemQuery } from "#web/catalog/catalog-queries.ts";
import { ItemDetail, ItemDetailSkeleton } from "./item-detail.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { DatesButton, datesFirst, useDatesPart } from "#web/orders/dates/dates-part.tsx";
import { useOwnEntry } from "#web/waitlist/own-entries-query.ts";
import { LazyTitleWaitlist } from "#web/waitlist/lazy-title-waitlist.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { BackLink, useListOrigin } from "#web/ui/navigation/links.tsx";
import { useParams } from "#web/ui/router.tsx";

export function ViewItemPage() {
  const { id = "" } = useParams();
  const { t, langOf } = useLanguage();
  const query = useQuery(itemQuery(id));
  const { part, datedPart } = useDatesPart();
  return (
    <Page
      heading={query.data?.title ?? t("Item")}
      headingLang={query.data && langOf(query.data)}
      back={<BackToResults />}
    >
      {part && <part.DatesInAddress />}
      <Fetched query={query} what={t("item")} skeleton={<ItemDetailSkeleton />}>
        {(item) => (
          <ItemDetail
            item={item}
            {...(datedPart && { outOfStock: false })}
            actions={
              item.isArchived ? (
                <Alert>{t("The library no longer lends this title.")}</Alert>
              ) : (
                <>
                  {datedPart ? (
                    <datedPart.AddForDates key={id} item={item}>
                      {(item, stock) => <AddToCart item={item} stock={stock} />}
                    </datedPart.AddForDates>
                  ) : (
                    <AvailableTitle key={id} item={item} />
                  )}
                  <DatesButton lines={[{ inventory: item, quantity: 1 }]} />
                </>
              )
            }
          />
        )}
      </Fetched>
    </Page>
  );
}

ViewItemPage.ready = datesFirst("title");

function AvailableTitle({ item }: { item: Item }) {
  const { t } = useLanguage();
  const loanDays = useSiteConfiguration()?.loanDays;
  if (item.inStock > 0)
    return (
      <>
        <AddToCart item={item} />
        {loanDays && <p>{t("Keep it for {n} days after it ships.", { n: loanDays })}</p>}
      </>
    );
  return <OutOfStock item={item} />;
}

/** Offers the waitlist of a title that is out of stock, or its copy on hold for this borrower. */
function OutOfStock({ item }: { item: Item }) {
  const { t } = useLanguage();
  const isHeld = Boolean(useOwnEntry(item.inventoryId)?.held);
  const login = loginAddress("/user/login", `/user/viewitem/${item.inventoryId}`);
  return (
    <Alert tone={isHeld ? "success" : "warning"} title={isHeld ? t("On hold for you") : t("Out of Stock")}>
      <Stack>
        {!isHeld && (
          <p>
            {item.checkedOut + item.requestedQty > 0
              ? t("All copies are on loan or on hold. Check back later or choose another title.")
              : t("The library has no copies to lend right now. Choose another title.")}
          </p>
        )}
        <LazyTitleWaitlist inventoryId={item.inventoryId} login={login} />
      </Stack>
    </Alert>
  );
}

function BackToResults() {
  const { t } = useLanguage();
  const from = useListOrigin("/user/inventories");
  return <BackLink to={from ?? "/user/inventories"}>{from ? t("Back to results") : t("Our Inventory")}</BackLink>;
}
