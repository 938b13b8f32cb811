import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useNextSearchParams, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { FileSpreadsheet, PackageOpen, Plus, SearchX } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { AdminFilterForm } from "./admin-filter-form.tsx";
import type { AdminFilters } from "./admin-filters.ts";
import { adminListHref, isNarrowed, outOfStockAnchor, readAdminFilters } from "./admin-filters.ts";
import { adminListQuery, adminPageSizes } from "./admin-list-queries.ts";
import styles from "./inventory-list.module.css";
import { InventoryTable } from "./inventory-table.tsx";

/** The admin's inventory: filters, kept in the address, and two lists with a pager each. */
export function InventoryList() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readAdminFilters(search);
  return (
    <Stack gap="loose">
      <AdminFilterForm
        key={adminListHref({ ...filters, inStockPage: 1, outOfStockPage: 1 })}
        filters={filters}
        onSearch={(chosen) => void navigate(adminListHref(chosen))}
      />
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
    <section aria-labelledby={anchor} className={styles.list}>
      <h2 id={anchor}>{heading}</h2>
      <Rows stock={stock} filters={filters} />
    </section>
  );
}

function Rows({ stock, filters }: ListProps) {
  const { heading, anchor, page: pageName } = words[stock];
  const found = useQuery(adminListQuery(stock, filters));
  const next = readAdminFilters(useNextSearchParams());
  const { data, isFetching, isPlaceholderData, refetch } = found;
  const pageSize = adminPageSizes[stock];
  if (found.isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <RowsSkeleton what={heading.toLowerCase()} count={pageSize} />;
  const page = filters[pageName];
  const lastPage = Math.max(1, Math.ceil(data.total / pageSize));
  if (page > lastPage && !isPlaceholderData) {
    return <Navigate replace to={adminListHref({ ...filters, [pageName]: lastPage })} />;
  }
  return (
    <div className={styles.rows} data-stale={isPlaceholderData || undefined} aria-busy={isPlaceholderData || undefined}>
      {data.items.length > 0 && (
        <InventoryTable caption={`Titles: ${heading}`} items={data.items} listHref={adminListHref(filters)} />
      )}
      <Pager
        page={page}
        pageSize={pageSize}
        total={data.total}
        label={`Pages of titles: ${heading}`}
        busy={isPlaceholderData}
        // the second list stands below the first: its pages lead to where it begins
        hrefFor={(to) => adminListHref({ ...next, [pageName]: to }) + (stock === "out" ? `#${anchor}` : "")}
      />
    </div>
  );
}

function RowsSkeleton({ what, count }: { what: string; count: number }) {
  return (
    <Awaiting what={`titles ${what}`}>
      <Stack gap="tight">
        {Array.from({ length: count }, (_, at) => (
          <Skeleton key={at} height="4.5rem" />
        ))}
      </Stack>
    </Awaiting>
  );
}

function NothingThere({ filters }: { filters: AdminFilters }) {
  const add = (
    <>
      <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} aria-hidden="true" />}>
        Add the first title
      </ButtonLink>
      <ButtonLink to="/admin/import" icon={<FileSpreadsheet size={18} aria-hidden="true" />}>
        Import a whole collection
      </ButtonLink>
    </>
  );
  if (!isNarrowed(filters)) {
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
      actions={<ButtonLink to={adminListHref()}>Show everything</ButtonLink>}
    >
      No titles match. Try fewer or different words, or choose All in the lists above.
    </EmptyState>
  );
}
