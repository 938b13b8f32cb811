import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams } from "#web/ui/router/router.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { adminFilters } from "#web/features/catalog/admin-list/admin-list-queries.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { ItemDetail, ItemDetailSkeleton } from "#web/features/catalog/item/item-detail.tsx";
import { StockTable } from "#web/features/circulation/stock-table.tsx";
import { QrCodeLink } from "#web/features/labels/sheets/qr-code-link.tsx";
import { FoundCopy } from "#web/features/labels/scan/found-copy.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Pencil, Printer } from "#web/ui/icons.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";

const back = <BackToList path={adminFilters.path}>Back to Inventory</BackToList>;

export function AdminViewItemPage() {
  const { id = "" } = useParams();
  const { langOf } = useLanguage();
  const query = useQuery(itemQuery(id));
  const state: unknown = useLocation().state;
  const actions = (
    <>
      <HistoryLink kind="item" subjectId={Number(id)} />
      <ButtonLink to={`/admin/labels?item=${id}`} icon={<Printer size={18} />}>
        Print labels
      </ButtonLink>
      <ButtonLink to={`/admin/item/${id}`} state={state} look="primary" icon={<Pencil size={18} />}>
        Edit
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading={query.data?.title ?? "Item"}
      headingLang={query.data && langOf(query.data)}
      back={back}
      actions={query.data && actions}
    >
      <Fetched query={query} what="item" skeleton={<ItemDetailSkeleton />}>
        {(item) => (
          <ItemDetail item={item} linked={false}>
            <FoundCopy copies={item.inventoryItems} />
            <StockTable item={item} activity={(copy, name) => <QrCodeLink copy={copy} name={name} />} />
          </ItemDetail>
        )}
      </Fetched>
    </Page>
  );
}
