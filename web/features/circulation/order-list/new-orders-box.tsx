import { statuses } from "#contract/codes.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Inbox } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { newOrderCountQuery } from "#web/features/circulation/order-queries.ts";
import { orderFilters } from "./order-filters.ts";
import styles from "./new-orders-box.module.css";

/** The number of new orders; the whole box links to the order list. */
export function NewOrdersBox() {
  const { data, isError } = useQuery(newOrderCountQuery);
  return (
    <div className={styles.box}>
      <Inbox size={24} className={styles.icon} />
      <h2 className={styles.name}>
        <Link to={orderFilters.path} className={styles.link}>
          New Orders
        </Link>
      </h2>
      <div className={styles.count}>{data ?? "–"}</div>
      <p className={styles.words}>
        {isError && "The number couldn’t load."}
        {data === 0 && "No new orders."}
        {data !== undefined && data > 0 && (
          <Link to={orderFilters.href({ statusId: statuses.new })} className={styles.only}>
            Show only new orders
            <ArrowRight size={16} />
          </Link>
        )}
      </p>
    </div>
  );
}
