import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import type { ReactNode } from "react";
import { Link } from "#web/ui/router/router.tsx";
import type { Item } from "#contract/catalog/catalog.ts";
import type { Order } from "#contract/orders/orders.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "./ordered-items.module.css";

type OrderedItemsProps = {
  order: Order;
  cover: (item: Item) => ReactNode;
  category: (item: Item) => ReactNode;
  withSubject?: boolean;
  action?: (item: Item) => ReactNode;
};

export function OrderedItems({ order, cover, category, withSubject = false, action }: OrderedItemsProps) {
  const { t, called } = useLanguage();
  return (
    <Card heading={t("Items ({n})", { n: order.itemCount })}>
      <ul className={styles.items}>
        {order.orderItems.map(({ orderItemId, quantity, inventory, orderInventoryItems }) => (
          <li key={orderItemId} className={styles.item}>
            <div className={styles.cover}>{cover(inventory)}</div>
            <div className={styles.words}>
              <h3 className={styles.title}>
                <Link to={`/user/viewitem/${inventory.inventoryId}`}>
                  <TitleText of={inventory} />
                </Link>
              </h3>
              <dl className={styles.facts}>
                <Fact term={t("ID")} value={`#${inventory.referenceNumber}`} />
                <Fact term={t("Category")} value={category(inventory)} />
                {withSubject && <Fact term={t("Subject")} value={called(inventory.subjectName)} />}
                <Fact term={t("Quantity")} value={quantity} />
                {orderInventoryItems.map(
                  ({ orderInventoryItemId, inventoryItem, dueDate }) =>
                    dueDate && (
                      <Fact
                        key={orderInventoryItemId}
                        term={t("Copy {n} is due back", { n: inventoryItem.copyNumber })}
                        value={<DateText value={dueDate} />}
                      />
                    ),
                )}
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
