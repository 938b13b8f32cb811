import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { mailBackInWords } from "#web/orders/status.ts";
import { BorrowableTitle } from "#web/orders/order-parts.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import type { ReactNode } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import type { BorrowersOrder, Order } from "#contract/orders/orders.ts";
import { Card } from "#web/ui/card.tsx";
import styles from "./ordered-items.module.css";

type OrderedItemsProps = {
  order: Order & Partial<Pick<BorrowersOrder, "copiesBack">>;
  withSubject?: boolean;
  action?: (item: Item) => ReactNode;
};

export function OrderedItems({ order, withSubject = false, action }: OrderedItemsProps) {
  const { t, code, called } = useLanguage();
  return (
    <Card heading={t("Items ({n})", { n: order.itemCount })}>
      <ul className={styles.items}>
        {order.orderItems.map(({ orderItemId, quantity, inventory, orderInventoryItems }) => (
          <li key={orderItemId} className={styles.item}>
            <div className={styles.cover}>
              <ItemCover item={inventory} sizes="(min-width: 44rem) 6.5rem, 5rem" />
            </div>
            <div className={styles.words}>
              <h3 className={styles.title}>
                <BorrowableTitle of={inventory} />
              </h3>
              <dl className={styles.facts}>
                <Fact term={t("ID")} value={`#${inventory.referenceNumber}`} />
                <Fact term={t("Category")} value={<CategoryBadge of={inventory} isFormal />} />
                {withSubject && <Fact term={t("Subject")} value={called(inventory.subjectName)} />}
                <Fact term={t("Quantity")} value={quantity} />
                {orderInventoryItems.map(({ orderInventoryItemId: id, inventoryItem }) => {
                  const back = order.copiesBack?.find((copy) => copy.orderInventoryItemId === id);
                  return (
                    back && (
                      <Fact
                        key={id}
                        term={t("Copy {n} is due back", { n: inventoryItem.copyNumber })}
                        value={mailBackInWords(back, { t, code })}
                      />
                    )
                  );
                })}
              </dl>
              {action?.(inventory)}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}
