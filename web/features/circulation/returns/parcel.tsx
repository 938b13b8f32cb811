import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { statuses } from "#contract/codes.ts";
import type { StaffOrder } from "#contract/circulation.ts";
import { messages } from "#contract/specified-messages.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { PackageCheck, X } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { LostOrClaimed } from "../cases/lost-or-claimed.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { staffOrderQuery } from "../order-queries.ts";
import styles from "./return-desk.module.css";

type ParcelProps = {
  orderId: number;
  /** Checks in these copies one after another; throws with a sentence. */
  onCheckIn: (inventoryItemIds: readonly number[]) => Promise<void>;
  onClose: () => void;
};

/** What is still out of an order: all of it back in one press, or one by one. */
export function Parcel({ orderId, onCheckIn, onClose }: ParcelProps) {
  const [busy, setBusy] = useState(false);
  const run = async (ids: readonly number[]) => {
    setBusy(true);
    try {
      await onCheckIn(ids);
    } catch (error) {
      toast(error instanceof Error ? error.message : messages.trouble.reallyWrong, "error");
    }
    setBusy(false);
  };
  const close = (
    <Button size="small" icon={<X size={18} />} onClick={onClose}>
      Close
    </Button>
  );
  return (
    <Card heading={`Parcel of order #${orderId}`} actions={close}>
      <Fetched query={useQuery(staffOrderQuery(orderId))} what="order" skeleton={<Skeleton height="8rem" />}>
        {(order) => <Out order={order} busy={busy} onCheckIn={run} />}
      </Fetched>
    </Card>
  );
}

type OutProps = { order: StaffOrder; busy: boolean; onCheckIn: (ids: readonly number[]) => Promise<void> };

function Out({ order, busy, onCheckIn }: OutProps) {
  const copies = order.orderItems.flatMap(({ inventory, orderInventoryItems }) =>
    orderInventoryItems.map(({ orderInventoryItemId: loanId, inventoryItem }) => ({
      ...inventoryItem,
      of: inventory,
      loanId,
    })),
  );
  if (order.statusId !== statuses.shipped) return <p>This order is {order.statusName}. Nothing of it is out.</p>;
  if (copies.length === 0) return <p>No copies were checked out for this order.</p>;
  return (
    <>
      <p>
        {order.borrower.borrowerName}, {order.borrower.schoolName}
      </p>
      <Button
        look="primary"
        icon={<PackageCheck size={18} />}
        busy={busy}
        onClick={() => void onCheckIn(copies.map(({ inventoryItemId }) => inventoryItemId))}
      >
        {copies.length === 1 ? "Check in the copy" : `Check in all ${copies.length} copies`}
      </Button>
      <ul className={styles.copies}>
        {copies.map((copy) => (
          <li key={copy.inventoryItemId}>
            <Row apart>
              <span>
                <TitleText of={copy.of} />, {copyName(copy)}
              </span>
              <Row>
                <LostOrClaimed
                  loanId={copy.loanId}
                  name={copyName(copy)}
                  cost={copy.of.replacementCost}
                  cases={order.cases}
                />
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Check in ${copyName(copy)}`}
                  onClick={() => void onCheckIn([copy.inventoryItemId])}
                >
                  Check in
                </Button>
              </Row>
            </Row>
          </li>
        ))}
      </ul>
    </>
  );
}
