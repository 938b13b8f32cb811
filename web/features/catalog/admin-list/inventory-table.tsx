import type { CopyCounts } from "#contract/titles/archive.ts";
import { useMay } from "#web/lib/session.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { ListLink, RowLink } from "#web/ui/data/list.tsx";
import { CategoryBadge } from "#web/features/catalog/category-look.tsx";
import { ItemCover } from "#web/features/catalog/item-cover.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { CountedItem } from "./admin-list-queries.ts";
import styles from "./inventory-table.module.css";

type InventoryTableProps = {
  caption: string;
  items: readonly CountedItem[];
};

export function InventoryTable({ caption, items }: InventoryTableProps) {
  const mayEdit = useMay("clerk");
  return (
    <div className={styles.items}>
      <Table
        caption={caption}
        columns={columns.filter(({ head }) => mayEdit || head !== "Edit")}
        rows={items}
        rowKey={({ inventoryId }) => inventoryId}
      />
    </div>
  );
}

function Copies({ total, inactive }: CopyCounts) {
  return (
    <>
      {total}
      {inactive > 0 && <div className={styles.inactive}>{inactive} inactive</div>}
    </>
  );
}

function Promised({ promised, later }: CopyCounts) {
  return (
    <>
      {promised}
      {later > 0 && <div className={styles.inactive}>later: {later}</div>}
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
    cell: (item) => <CategoryBadge of={item} />,
  },
  {
    head: "Subject",
    className: styles.about,
    cell: ({ subjectName }) => <div className={styles.subject}>{subjectName}</div>,
  },
  { head: "Shelf", className: styles.shelf, cell: ({ shelfPlace }) => shelfPlace },
  { head: "In stock", number: true, className: styles.left, cell: ({ inStock }) => inStock },
  { head: "Copies", number: true, className: styles.copies, cell: ({ counts }) => counts && <Copies {...counts} /> },
  { head: "Out", number: true, className: styles.out, cell: ({ counts }) => counts?.out ?? "–" },
  {
    head: "Promised",
    number: true,
    className: styles.promised,
    cell: ({ counts }) => (counts ? <Promised {...counts} /> : "–"),
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
