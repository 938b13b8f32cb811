import { TitleText } from "#web/language/title-text.tsx";
import { Link } from "#web/ui/router/router.tsx";
import type { Item } from "#contract/catalog.ts";
import { CategoryBadge } from "#web/features/catalog/category-look.tsx";
import { ItemCover } from "#web/features/catalog/item-cover.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./inventory-table.module.css";

type InventoryTableProps = {
  caption: string;
  items: readonly Item[];
  listHref: string;
};

/** Titles as dense rows; a row links to its title, the pencil to its form. */
export function InventoryTable({ caption, items, listHref }: InventoryTableProps) {
  return (
    <div className={styles.items}>
      <Table caption={caption} columns={columnsOf(listHref)} rows={items} rowKey={({ inventoryId }) => inventoryId} />
    </div>
  );
}

function columnsOf(listHref: string): Column<Item>[] {
  const state = { from: listHref };
  return [
    {
      head: "Title",
      names: true,
      cell: (item) => (
        <div className={styles.title}>
          <div className={styles.cover}>
            <ItemCover item={{ ...item, attachmentAlt: "" }} sizes="2.5rem" />
          </div>
          <Link to={`/admin/viewitem/${item.inventoryId}`} state={state} className={styles.link} data-row-link>
            <TitleText of={item} />
          </Link>
        </div>
      ),
    },
    { head: "SKU", cell: ({ referenceNumber }) => <span className={styles.sku}>#{referenceNumber}</span> },
    {
      head: "Category",
      cell: (item) => <CategoryBadge of={item} />,
    },
    { head: "Subject", cell: ({ subjectName }) => <div className={styles.subject}>{subjectName}</div> },
    { head: "Shelf", cell: ({ shelfPlace }) => shelfPlace },
    { head: "In stock", number: true, cell: ({ inStock }) => inStock },
    { head: "Checked out", number: true, cell: ({ checkedOut }) => checkedOut },
    { head: "Requested", number: true, cell: ({ requestedQty }) => requestedQty },
    {
      head: "Edit",
      headHidden: true,
      cell: (item) => (
        <Link to={`/admin/item/${item.inventoryId}`} state={state} className={styles.edit}>
          <Pencil size={16} />
          Edit
          <VisuallyHidden>
            {" "}
            <TitleText of={item} />
          </VisuallyHidden>
        </Link>
      ),
    },
  ];
}
