import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "#web/ui/router/router.tsx";
import { labelCopiesQuery } from "#web/features/labels/sheets/label-queries.ts";
import { LabelSheets } from "#web/features/labels/sheets/label-sheets.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/labels; `item` in the address limits it to one title */
export function LabelsPage() {
  const [address] = useSearchParams();
  const itemId = routeId(address.get("item") ?? undefined);
  const query = useQuery(labelCopiesQuery(itemId));
  const isOneTitle = itemId !== undefined;
  const back = isOneTitle ? `/admin/viewitem/${itemId}` : "/admin/inventorylist";
  return (
    <Page
      heading="Print labels"
      lead={isOneTitle && query.data?.data[0] && <TitleText of={query.data.data[0]} />}
      back={<BackLink to={back}>{isOneTitle ? "Back to Item" : "Back to Inventory"}</BackLink>}
    >
      <Fetched query={query} what="copies" skeleton={<Skeleton height="24rem" />}>
        {({ data, total }) =>
          data.length > 0 ? (
            <LabelSheets key={itemId} copies={data} total={total} isOneTitle={isOneTitle} />
          ) : (
            <EmptyState
              title={isOneTitle ? "This title has no copies yet." : "Every copy has a label."}
              actions={<ButtonLink to="/admin/inventorylist">Go to the inventory</ButtonLink>}
            >
              To reprint a label, choose its title in the inventory.
            </EmptyState>
          )
        }
      </Fetched>
    </Page>
  );
}
