import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { labelCopiesQuery, labelFilters } from "#web/features/labels/sheets/label-queries.ts";
import { LabelSheets } from "#web/features/labels/sheets/label-sheets.tsx";
import { SearchLabels } from "#web/features/labels/sheets/search-labels.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";

/** admin/labels; `item` in the address limits it to one title */
export function LabelsPage() {
  const { filters, next } = useFilters(labelFilters);
  const query = useQuery(labelCopiesQuery(filters));
  const isOneTitle = filters.item !== 0;
  const back = isOneTitle ? `/admin/viewitem/${filters.item}` : "/admin/inventorylist";
  return (
    <Page
      heading="Print labels"
      lead={isOneTitle && query.data?.data[0] && <TitleText of={query.data.data[0]} />}
      back={<BackLink to={back}>{isOneTitle ? "Back to Item" : "Back to Inventory"}</BackLink>}
    >
      <Stack>
        {!isOneTitle && <SearchLabels key={labelFilters.keyOf(next)} />}
        <Fetched query={query} what="copies" skeleton={<Skeleton height="24rem" />}>
          {({ data, total }) =>
            data.length > 0 ? (
              <LabelSheets key={labelFilters.keyOf(filters)} copies={data} total={total} isOneTitle={isOneTitle} />
            ) : (
              <NoCopies isOneTitle={isOneTitle} isSearch={filters.text !== ""} />
            )
          }
        </Fetched>
      </Stack>
    </Page>
  );
}

function NoCopies({ isOneTitle, isSearch }: { isOneTitle: boolean; isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState
        title="No copies match."
        actions={<ButtonLink to={labelFilters.path}>Show all without a label</ButtonLink>}
      >
        Try a word of the title, a SKU, or a shelf. To reprint a label, show the copies that have one, too.
      </EmptyState>
    );
  return (
    <EmptyState
      title={isOneTitle ? "This title has no copies yet." : "Every copy has a label."}
      actions={<ButtonLink to="/admin/inventorylist">Go to the inventory</ButtonLink>}
    >
      To reprint a label, search for its title.
    </EmptyState>
  );
}
