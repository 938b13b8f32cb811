import { useQuery } from "@tanstack/react-query";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { messages } from "#contract/specified-messages.ts";
import { FileSpreadsheet, PackageOpen, Plus, SearchX } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { AdminFilterForm } from "./admin-filter-form.tsx";
import { type AdminFilters, adminFilters, outOfStockAnchor } from "./admin-filters.ts";
import { adminListQuery, adminPageSizes } from "./admin-list-queries.ts";
import { InventoryTable } from "./inventory-table.tsx";

/** The admin's inventory: filters in the address, and two paged lists. */
export function InventoryList() {
  const { filters, show } = useFilters(adminFilters);
  return (
    <Stack gap="loose">
      <AdminFilterForm key={adminFilters.keyOf(filters)} filters={filters} onSearch={show} />
      <Lists filters={filters} />
    </Stack>
  );
}

function Lists({ filters }: { filters: AdminFilters }) {
  const inStock = useQuery(adminListQuery("in", filters)).data;
  const outOfStock = useQuery(adminListQuery("out", filters)).data;
  if (inStock?.total === 0 && outOfStock?.total === 0) return <NothingThere filters={filters} />;
  return (
    <>
      <List stock="in" filters={filters} />
      <List stock="out" filters={filters} />
    </>
  );
}

type ListProps = { stock: "in" | "out"; filters: AdminFilters };

const words = {
  in: { heading: "In Stock", anchor: "in-stock", page: "inStockPage" },
  out: { heading: "Out of Stock", anchor: outOfStockAnchor, page: "outOfStockPage" },
} as const;

function List({ stock, filters }: ListProps) {
  const { heading, anchor } = words[stock];
  return (
    <section aria-labelledby={anchor}>
      <Stack>
        <h2 id={anchor}>{heading}</h2>
        <Rows stock={stock} filters={filters} />
      </Stack>
    </section>
  );
}

function Rows({ stock, filters }: ListProps) {
  const { heading, anchor, page } = words[stock];
  const { next } = useFilters(adminFilters);
  return (
    <PagedList
      query={useQuery(adminListQuery(stock, filters))}
      what={`titles ${heading.toLowerCase()}`}
      page={filters[page]}
      pageSize={adminPageSizes[stock]}
      rowHeight="4.5rem"
      label={`Pages of titles: ${heading}`}
      // the second list is below the first: its page links lead to its start
      hrefFor={(to) => adminFilters.href({ ...next, [page]: to }) + (stock === "out" ? `#${anchor}` : "")}
    >
      {({ items }) => (
        <InventoryTable caption={`Titles: ${heading}`} items={items} listHref={adminFilters.href(filters)} />
      )}
    </PagedList>
  );
}

function NothingThere({ filters }: { filters: AdminFilters }) {
  const add = (
    <>
      <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} />}>
        Add the first title
      </ButtonLink>
      <ButtonLink to="/admin/import" icon={<FileSpreadsheet size={18} />}>
        Import a whole collection
      </ButtonLink>
    </>
  );
  if (!adminFilters.isNarrowed(filters)) {
    return (
      <EmptyState title={messages.empty.pager} icon={<PackageOpen size={28} />} actions={add}>
        The inventory is empty. Add a title with its copies and picture, and borrowers can order it right away.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={messages.empty.pager}
      icon={<SearchX size={28} />}
      actions={<ButtonLink to={adminFilters.path}>Show everything</ButtonLink>}
    >
      No titles match. Try fewer or different words, or choose All in the lists above.
    </EmptyState>
  );
}
