import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "#web/ui/router/router.tsx";
import { adminFilters } from "#web/features/catalog/admin-list/admin-list-queries.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { EditItem } from "#web/features/catalog/editing/edit-item.tsx";
import { StockTable } from "#web/features/circulation/stock-table.tsx";
import { QrCodeLink } from "#web/features/labels/sheets/qr-code-link.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Eye, Printer } from "#web/ui/icons.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

const back = <BackToList path={adminFilters.path}>Back to Inventory</BackToList>;

/** admin/item/{id}; a non-numeric id adds an item */
export function AdminEditItemPage() {
  const { itemId = "" } = useParams();
  if (!/^\d+$/.test(itemId)) {
    return (
      <Page heading="Add item" back={back}>
        <EditItem />
      </Page>
    );
  }
  const id = routeId(itemId);
  return id === undefined ? <Navigate to="/notfound" replace /> : <Edit key={id} id={String(id)} />;
}

function Edit({ id }: { id: string }) {
  const query = useQuery(itemQuery(id));
  const state: unknown = useLocation().state;
  const actions = (
    <>
      <HistoryLink kind="item" subjectId={Number(id)} />
      <ButtonLink to={`/admin/labels?item=${id}`} icon={<Printer size={18} />}>
        Print labels
      </ButtonLink>
      <ButtonLink to={`/admin/viewitem/${id}`} state={state} icon={<Eye size={18} />}>
        View
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading="Edit item"
      documentTitle={query.data ? `Edit ${query.data.title}` : "Edit item"}
      lead={query.data && <TitleText of={query.data} />}
      back={back}
      actions={actions}
    >
      <Fetched query={query} what="item" skeleton={<Skeleton height="60rem" />}>
        {(item) => (
          <EditItem
            item={item}
            onReload={async () => (await query.refetch()).data}
            copies={(shown, activity, below) => (
              <StockTable
                item={shown}
                activity={(copy, name) => (
                  <Row>
                    {activity(copy, name)}
                    <QrCodeLink copy={copy} name={name} />
                  </Row>
                )}
              >
                {below}
              </StockTable>
            )}
          />
        )}
      </Fetched>
    </Page>
  );
}
