import { FindScanned } from "#web/desk/scanning/scan-copies.tsx";
import { FileSpreadsheet, PackageOpen, Pencil, Plus, SearchX } from "#web/ui/icons.tsx";
import { useQuery } from "@tanstack/react-query";
import { messages } from "#contract/wire/specified-messages.ts";
import { useCodeChoices } from "./search/search-panel.tsx";
import { call } from "#web/lib/call.ts";
import { ListFilters, ListLink, RowLink } from "#web/ui/data/list.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { ForRole, useMay } from "#web/lib/session.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "./item-cover.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import { Link } from "#web/ui/router.tsx";
import { workQuery } from "#web/orders/desk-queries.ts";
import { type CountedItem, inventory, outOfStock } from "./staff-catalog-queries.ts";
import styles from "./inventory-table.module.css";

export function AdminInventoryListPage() {
  return (
    <Page
      heading="Inventory"
      actions={
        <>
          <FindScanned />
          <ForRole least="clerk">
            <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} />}>
              Add New
            </ButtonLink>
          </ForRole>
        </>
      }
    >
      <InventoryList />
    </Page>
  );
}

export function InventoryList() {
  const { filters, next } = useFilters(inventory);
  return (
    <Stack gap="loose">
      <ListFilters
        key={inventory.keyOf(next)}
        of={inventory}
        name="inventory"
        showAll="Show everything"
        choices={useStaffChoices(next)}
      />
      {!inventory.isNarrowed(next) && <StockNumbers />}
      {filters.shown === "" ? <InUse /> : <Titles list={filters.shown} />}
    </Stack>
  );
}

/** Links to the titles that are running out, unless there are none. */
function StockNumbers() {
  const { lowStock = 0, outOfStock: out = 0 } = useQuery(workQuery).data ?? {};
  const titles = (count: number) => (count === 1 ? "1 title" : `${count.toLocaleString("en-US")} titles`);
  if (lowStock + out === 0) return null;
  return (
    <Row>
      {lowStock > 0 && <Link to={inventory.href({ shown: "low" })}>Low Stock: {titles(lowStock)}</Link>}
      {out > 0 && <Link to={`${inventory.path}#out-of-stock`}>Out of Stock: {titles(out)}</Link>}
    </Row>
  );
}

function useStaffChoices({ subjectId, gradeId }: typeof inventory.none) {
  const { categories, subjects, grades } = useCodeChoices({ subject: subjectId, grade: gradeId });
  // the first grade is "All grades"
  const [allGrades = { value: 0, label: "All" }, ...eachGrade] = grades;
  return { categoryId: categories, subjectId: subjects, gradeId: [{ ...allGrades, value: 0 }, ...eachGrade] };
}

function InUse() {
  const { filters } = useFilters(inventory);
  const inStock = useQuery(inventory.query({ ...filters, outPage: 1 })).data;
  const out = useQuery(outOfStock.query({ ...filters, page: 1 })).data;
  if (inStock?.total === 0 && out?.total === 0) return <EmptyInventory isNarrowed={inventory.isNarrowed(filters)} />;
  return (
    <>
      <Titles list="in" />
      <Titles list="out" />
    </>
  );
}

const lists = {
  in: { heading: "In Stock", id: "in-stock", none: "" },
  out: { heading: "Out of Stock", id: "out-of-stock", none: "" },
  low: {
    heading: "Low Stock",
    id: "low",
    none: "No low-stock titles match.",
  },
  archived: {
    heading: "Archived",
    id: "archived",
    none: "No archived titles match. To archive a title, open its page.",
  },
};

function Titles({ list }: { list: keyof typeof lists }) {
  const { heading, id, none } = lists[list];
  const of = list === "out" ? outOfStock : inventory;
  const page = list === "out" ? "outPage" : "page";
  const { filters, next } = useFilters(of);
  const mayEdit = useMay("clerk");
  return (
    <section aria-labelledby={id}>
      <Stack>
        <h2 id={id}>{heading}</h2>
        <PagedList
          // neither list is refetched when the other one turns a page
          query={useQuery(of.query({ ...filters, [page === "page" ? "outPage" : "page"]: 1 }))}
          what={`titles: ${heading}`}
          page={filters[page]}
          pageSize={of.sizeOf(filters)}
          rowHeight="4.5rem"
          label={`Pages of titles: ${heading}`}
          // the second list is below the first: its page links lead to its start
          hrefFor={(to) => of.href({ ...next, [page]: to }) + (list === "out" ? `#${id}` : "")}
          empty={
            none && (
              <EmptyState title={messages.empty.pager} icon={<PackageOpen size={28} />}>
                {none}
              </EmptyState>
            )
          }
        >
          {({ data }) => (
            <>
              {list === "low" && mayEdit && (
                <Row>
                  <DownloadButton file={() => call("GET Inventory/LowStockCsv", {})} done="Low stock CSV downloaded.">
                    Download CSV
                  </DownloadButton>
                </Row>
              )}
              <div className={styles.items}>
                <Table
                  caption={`Titles: ${heading}`}
                  columns={columns.filter(({ head }) => mayEdit || head !== "Edit")}
                  rows={data}
                  rowKey="inventoryId"
                />
              </div>
            </>
          )}
        </PagedList>
      </Stack>
    </section>
  );
}

function EmptyInventory({ isNarrowed }: { isNarrowed: boolean }) {
  if (isNarrowed) {
    return (
      <EmptyState
        title={messages.empty.pager}
        icon={<SearchX size={28} />}
        actions={<ButtonLink to={inventory.path}>Show everything</ButtonLink>}
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

/** Shows a number of copies, and below it the number of special ones. */
function Count({ all, some, word }: { all: number; some: number; word: string }) {
  return (
    <>
      {all}
      {some > 0 && (
        <div className={styles.inactive}>
          {some} {word}
        </div>
      )}
    </>
  );
}

const columns: Column<CountedItem>[] = [
  {
    head: "Title",
    names: true,
    cell: (item) => (
      <div className={styles.title}>
        <div className={styles.cover}>
          <ItemCover item={{ ...item, attachmentAlt: "" }} sizes="2.5rem" />
        </div>
        <RowLink to={`/admin/viewitem/${item.inventoryId}`} className={styles.link}>
          <TitleText of={item} />
        </RowLink>
      </div>
    ),
  },
  {
    head: "SKU",
    whole: true,
    className: styles.reference,
    cell: ({ referenceNumber }) => <span className={styles.sku}>#{referenceNumber}</span>,
  },
  {
    head: "Category",
    className: styles.kind,
    cell: (item) => <CategoryBadge of={item} isFormal />,
  },
  {
    head: "Subject",
    className: styles.about,
    cell: ({ subjectName }) => <div className={styles.subject}>{subjectName}</div>,
  },
  { head: "Shelf", className: styles.shelf, cell: ({ shelfLocation }) => shelfLocation },
  { head: "In stock", number: true, className: styles.left, cell: ({ inStock }) => inStock },
  {
    head: "Copies",
    number: true,
    className: styles.copies,
    cell: ({ counts }) => counts && <Count all={counts.total} some={counts.inactive} word="inactive" />,
  },
  { head: "Out", number: true, className: styles.out, cell: ({ counts }) => counts?.out ?? "–" },
  {
    head: "Reserved",
    number: true,
    className: styles.reserved,
    cell: ({ counts }) => (counts ? <Count all={counts.reserved} some={counts.later} word="later" /> : "–"),
  },
  {
    head: "Edit",
    headHidden: true,
    className: styles.change,
    cell: (item) => (
      <ListLink to={`/admin/item/${item.inventoryId}`} className={styles.edit}>
        <Pencil size={16} />
        Edit
        <VisuallyHidden>
          {" "}
          <TitleText of={item} />
        </VisuallyHidden>
      </ListLink>
    ),
  },
];
