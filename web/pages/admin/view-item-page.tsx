import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "#web/ui/router/router.tsx";
import { auditFilters } from "#web/features/audit/audit-filters.ts";
import { adminFilters } from "#web/features/catalog/admin-list/admin-filters.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { ItemDetail, ItemDetailSkeleton } from "#web/features/catalog/item/item-detail.tsx";
import { StockTable } from "#web/features/circulation/stock-table.tsx";
import { QrCodeLink } from "#web/features/labels/sheets/qr-code-link.tsx";
import { FoundCopy } from "#web/features/labels/scan/found-copy.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History, Pencil, Printer } from "#web/ui/icons.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";

const back = <BackToList path={adminFilters.path}>Back to Inventory</BackToList>;

/** admin/viewitem/{id} */
export function AdminViewItemPage() {
  const id = routeId(useParams().id);
  return id === undefined ? <Navigate to="/notfound" replace /> : <ViewItem id={String(id)} />;
}

function ViewItem({ id }: { id: string }) {
  const { langOf } = useLanguage();
  const query = useQuery(itemQuery(id));
  const state: unknown = useLocation().state;
  const actions = (
    <>
      <ButtonLink
        to={auditFilters.href({ kind: "item", subjectId: Number(id) })}
        look="quiet"
        icon={<History size={18} />}
      >
        History
      </ButtonLink>
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
