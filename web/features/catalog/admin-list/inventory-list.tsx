import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { ForRole } from "#web/lib/for-role.tsx";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { messages } from "#contract/specified-messages.ts";
import { categoriesQuery, gradesQuery, subjectsQuery } from "#web/features/catalog/catalog-queries.ts";
import { FileSpreadsheet, PackageOpen, Plus, Search, SearchX } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { withChosen } from "#web/ui/forms/with-chosen.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import {
  type AdminFilters,
  adminFilters,
  adminListQuery,
  adminPageSizes,
  otherListQuery,
} from "./admin-list-queries.ts";
import { InventoryTable } from "./inventory-table.tsx";

export function InventoryList() {
  const { filters, next, show } = useFilters(adminFilters);
  return (
    <Stack gap="loose">
      <AdminFilterForm key={adminFilters.keyOf(next)} filters={next} onSearch={show} />
      <Lists filters={filters} />
    </Stack>
  );
}

const all = { value: 0, label: "All" };
const notOffered = "No longer offered";
const shelves = [
  { value: "", label: "Titles in use" },
  { value: "low", label: "Low stock" },
  { value: "archived", label: "Archived" },
];

function AdminFilterForm({ filters, onSearch }: { filters: AdminFilters; onSearch: (filters: AdminFilters) => void }) {
  const categories = useQuery(categoriesQuery).data ?? [];
  const subjects = useQuery(subjectsQuery).data ?? [];
  const grades = useQuery(gradesQuery).data ?? [];
  const selects = [
    {
      label: "Category",
      name: "category",
      options: [all, ...categories.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))],
    },
    {
      label: "Subject",
      name: "subject",
      options: [
        all,
        ...withChosen(
          subjects.map(({ subjectId, subjectName }) => ({ value: subjectId, label: subjectName })),
          filters.subject,
          notOffered,
        ),
      ],
    },
    {
      label: "Grade",
      name: "grade",
      // the first is "All grades"
      options:
        grades.length === 0
          ? [all]
          : withChosen(
              grades.map(({ gradeId, gradeName }, at) => ({ value: at === 0 ? 0 : gradeId, label: gradeName })),
              filters.grade,
              notOffered,
            ),
    },
  ] as const;
  const box = <SearchField label="Search" name="q" placeholder="Title, topic, SKU" defaultValue={filters.text} />;
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {adminFilters.isNarrowed(filters) && <Link to={adminFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <FilterForm label="Inventory" onFilter={(form) => onSearch(adminFilters.read(form))} search={box} actions={actions}>
      {selects.map((select) => (
        // the key: its options load after the selection
        <SelectField
          key={`${select.name} ${select.options.length}`}
          {...select}
          width="full"
          defaultValue={filters[select.name]}
        />
      ))}
      <SelectField label="Show" name="show" width="full" options={shelves} defaultValue={filters.shown} />
    </FilterForm>
  );
}

function Lists({ filters }: { filters: AdminFilters }) {
  const { shown } = filters;
  return shown === "" ? <InUse filters={filters} /> : <Other shown={shown} filters={filters} />;
}

const others = {
  archived: {
    heading: "Archived",
    what: "archived titles",
    caption: "Archived titles",
    none: "No archived title matches. A title is archived on its page.",
  },
  low: {
    heading: "Low Stock",
    what: "titles with low stock",
    caption: "Titles: Low Stock",
    none: "No title matches of which copies are out or promised, and few are left.",
  },
} as const;

function Other({ shown, filters }: { shown: keyof typeof others; filters: AdminFilters }) {
  const { next } = useFilters(adminFilters);
  const { heading, what, caption, none } = others[shown];
  return (
    <section aria-labelledby={shown}>
      <Stack>
        <h2 id={shown}>{heading}</h2>
        <PagedList
          query={useQuery(otherListQuery(shown, filters))}
          what={what}
          page={filters.inStockPage}
          pageSize={adminPageSizes.in}
          rowHeight="4.5rem"
          label={`Pages of ${what}`}
          hrefFor={(inStockPage) => adminFilters.href({ ...next, inStockPage })}
          empty={
            <EmptyState title={messages.empty.pager} icon={<PackageOpen size={28} />}>
              {none}
            </EmptyState>
          }
        >
          {({ items }) => (
            <>
              {shown === "low" && (
                <ForRole least="clerk">
                  <Row>
                    <DownloadButton file={() => call("GET Inventory/LowStockCsv", {})} done="Low stock CSV downloaded.">
                      Download CSV
                    </DownloadButton>
                  </Row>
                </ForRole>
              )}
              <InventoryTable caption={caption} items={items} listHref={adminFilters.href(filters)} />
            </>
          )}
        </PagedList>
      </Stack>
    </section>
  );
}

function InUse({ filters }: { filters: AdminFilters }) {
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

const words = {
  in: { heading: "In Stock", anchor: "in-stock", page: "inStockPage" },
  out: { heading: "Out of Stock", anchor: "out-of-stock", page: "outOfStockPage" },
} as const;

function List({ stock, filters }: { stock: "in" | "out"; filters: AdminFilters }) {
  const { heading, anchor, page } = words[stock];
  const { next } = useFilters(adminFilters);
  return (
    <section aria-labelledby={anchor}>
      <Stack>
        <h2 id={anchor}>{heading}</h2>
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
      </Stack>
    </section>
  );
}

function NothingThere({ filters }: { filters: AdminFilters }) {
  if (adminFilters.isNarrowed(filters)) {
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
  const add = (
    <ForRole least="clerk">
      <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} />}>
        Add the first title
      </ButtonLink>
      <ButtonLink to="/admin/import" icon={<FileSpreadsheet size={18} />}>
        Import a whole collection
      </ButtonLink>
    </ForRole>
  );
  return (
    <EmptyState title={messages.empty.pager} icon={<PackageOpen size={28} />} actions={add}>
      The inventory is empty. Add a title with its copies and picture, and borrowers can order it right away.
    </EmptyState>
  );
}
