import { useQuery } from "@tanstack/react-query";
import type { OrderSort, OrderWork } from "#contract/desk/search.ts";
import {
  claims,
  copiesToInspect,
  holdShelf,
  orderList,
  riskFilters,
  workQuery,
  workWords,
} from "#web/orders/desk-queries.ts";
import { useMay } from "#web/lib/session.ts";
import styles from "./work-list.module.css";
import { Card } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { Link } from "#web/ui/router.tsx";

export type WorkNumber = { name: string; count: number; to: string; hint?: string | undefined };

type WorkListProps = {
  more: readonly WorkNumber[];
  /** Addresses of lists. */
  lowStock: string;
  outOfStock: string;
};

export function WorkList({ more, lowStock, outOfStock }: WorkListProps) {
  const isClerk = useMay("clerk");
  return (
    <Card heading="Today’s work">
      <Fetched query={useQuery(workQuery)} what="today’s work" skeleton={<Skeleton height="15rem" />}>
        {({ orders, openClaims, inInspection, held, lowStock: low, outOfStock: titles, wrongStock }) => (
          <>
            {wrongStock > 0 && <WrongStock titles={wrongStock} />}
            <ul className={styles.work} aria-label="Today’s work">
              {orders.map(({ work, count }) => (
                <Work key={work} name={workWords[work]} count={count} to={listOf(work)} />
              ))}
              {isClerk && <Work name="Open claims" count={openClaims} to={claims.href({ state: "open" })} />}
              {isClerk && <Work name="Inspection" count={inInspection} to={copiesToInspect.path} />}
              <Work name="Hold shelf" count={held} to={holdShelf.path} />
              <Work name="Low-stock titles" count={low} to={lowStock} />
              <Work name="Out-of-stock titles" count={titles} to={outOfStock} />
              {more.map((number) => (
                <Work key={number.name} {...number} />
              ))}
            </ul>
          </>
        )}
      </Fetched>
    </Card>
  );
}

/** Shows what the nightly check found. Managers can see the titles and run it again. */
function WrongStock({ titles }: { titles: number }) {
  const words = `The stock of ${titles === 1 ? "1 title doesn’t match its" : `${titles} titles doesn’t match their`} copies and orders`;
  return (
    <Alert tone="error" title={words}>
      {useMay("manager") ? <Link to="/admin/system">Show the titles</Link> : "A manager can see the titles at System."}
    </Alert>
  );
}

function Work({ name, count, to, hint }: WorkNumber) {
  return (
    <li>
      <Link to={to} className={styles.number} data-none={count === 0 ? true : undefined}>
        <span className={styles.count}>{count.toLocaleString("en-US")}</span> <span>{name}</span>
      </Link>
      {hint && <p className={styles.hint}>{hint}</p>}
    </li>
  );
}

/** Orders to pack are sorted by ship date, loans by due date, and reports by age. */
function listOf(work: OrderWork): string {
  if (work === "at-risk") return riskFilters.path;
  const sort: OrderSort = work === "reported" ? "oldest" : ["to-pack", "to-ship"].includes(work) ? "leaves" : "due";
  return orderList.href({ statusId: work, sort });
}
