import { ForRole } from "#web/lib/for-role.tsx";
import { statuses } from "#contract/codes.ts";
import { isClosed, isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { type ReactNode, useEffect, useState } from "react";
import type { Copy } from "#contract/catalog.ts";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import { messages } from "#contract/messages.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { CheckOutAll } from "#web/features/circulation/packing/check-out-all.tsx";
import { ChangeTitles } from "#web/features/circulation/wishes/change-titles.tsx";
import { checkOutId, CheckOutLine } from "./check-out-line.tsx";
import styles from "./check-out-lines.module.css";
import { ChooseCopy } from "#web/features/circulation/choose-copy/choose-copy.tsx";
import { type CopyChange, useChangeCopies, useKeepOrder } from "./order-mutations.ts";
import { useOrderScan, waits } from "./use-order-scan.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { DaysForm } from "#web/features/circulation/days/days-form.tsx";

/**
 * Renders the copy scanner. `assign` gives the id of the check-out, and throws with a sentence when the copy may not be assigned;
 * `offer` is what can be done then.
 */
export type ScanSlot = (
  assign: (copy: Copy) => Promise<number | undefined>,
  offer: ReactNode,
  onScan: () => void,
) => ReactNode;

const questions: { [Kind in CopyChange["kind"]]?: { question: string; confirmLabel: string } } = {
  undo: { question: messages.confirm.undoCheckOut, confirmLabel: "Undo check-out" },
  remove: { question: messages.confirm.removeSku, confirmLabel: "Remove SKU" },
};

/** The items of an order with their check-out controls. These actions are saved at once, independent of the form. */
export function CheckOutLines({ order, scan }: { order: StaffOrder; scan?: ScanSlot | undefined }) {
  const { mutateAsync: change, isPending, variables } = useChangeCopies(order);
  const busyWith = isPending ? variables : undefined;
  const confirm = useConfirm();
  const [choosing, setChoosing] = useState<OrderItem>();
  const focusLater = useFocusAfterChange(order);
  const { assign, offer, clear } = useOrderScan(order);

  const run = async (wanted: CopyChange) => {
    if (isPending) return false;
    try {
      focusLater(focusAfter(wanted, await change(wanted)));
      return true;
    } catch {
      // already shown by a toast, and the list is current
      return false;
    }
  };
  const runIfMeant = async (wanted: CopyChange) => {
    const question = questions[wanted.kind];
    const explanation = wanted.kind === "undo" ? backInWords(order, wanted.orderItemId) : undefined;
    if (!question || (await confirm({ ...question, explanation, danger: true }))) await run(wanted);
  };
  return (
    <Card
      heading={`Items (${order.itemCount})`}
      actions={
        <Row>
          <CheckOutAll order={order} />
          <ForRole least="clerk">
            <ChangeTitles order={order} />
            <ChangeDays order={order} />
          </ForRole>
          {!isClosed(order.statusId) && scan?.(assign, offer, clear)}
        </Row>
      }
    >
      {order.statusId === statuses.returned && (
        <Alert>This order is Returned. To check out copies again, choose another status and save.</Alert>
      )}
      {offer}
      <ul className={styles.lines}>
        {order.orderItems.map((line) => (
          <CheckOutLine
            key={line.orderItemId}
            line={line}
            statusId={order.statusId}
            busyWith={busyWith?.orderItemId === line.orderItemId ? busyWith.kind : undefined}
            onChoose={() => setChoosing(line)}
            onChange={(wanted) => void runIfMeant(wanted)}
          />
        ))}
      </ul>
      {choosing && (
        <ChooseCopy
          line={choosing}
          busy={busyWith?.kind === "assign"}
          onClose={() => setChoosing(undefined)}
          onChoose={async (inventoryItemId) => {
            const done = await run({ kind: "assign", orderItemId: choosing.orderItemId, inventoryItemId });
            if (done) setChoosing(undefined);
          }}
        />
      )}
    </Card>
  );
}

/** How many copies a line gives back when all of it is undone. */
function backInWords({ orderItems }: StaffOrder, orderItemId: number): string {
  const line = orderItems.find((one) => one.orderItemId === orderItemId);
  const copies = line?.orderInventoryItems.length ?? 0;
  return `${copies === 1 ? "1 copy" : `${copies} copies`} of “${line?.inventory.title}” will be back on the shelf.`;
}

/** A pressed button may be gone afterwards: the selector of the next action, which gets the focus. */
function focusAfter({ kind, orderItemId }: CopyChange, { orderItems }: StaffOrder): string {
  if (kind === "undo" || kind === "remove") return `#${checkOutId(orderItemId)}`;
  const waiting = orderItems.filter(waits);
  const next = waiting.find((line) => line.orderItemId === orderItemId) ?? waiting[0];
  // arrow keys continue from the chosen status
  return next ? `#${checkOutId(next.orderItemId)}` : 'input[name="statusId"]:checked';
}

function useFocusAfterChange(order: StaffOrder): (selector: string) => void {
  const [target, setTarget] = useState<{ selector: string }>();
  useEffect(() => {
    // after the change is rendered and a closing dialog has restored the focus
    if (!target) return undefined;
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(target.selector)?.focus();
      setTarget(undefined);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, order]);
  return (selector) => setTarget({ selector });
}

/** Moves an order that is New or Processing to other teaching days, or gives it some; nothing for any other. */
function ChangeDays({ order }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  const [open, setOpen] = useState(false);
  if (!isWaiting(order.statusId)) return null;
  return (
    <>
      <Button size="small" icon={<Pencil size={18} />} onClick={() => setOpen(true)}>
        {order.days ? "Change days" : "Set days"}
      </Button>
      {open && (
        <DaysForm
          days={order.days}
          version={order.version}
          send={async (days, version) => {
            const params = { orderId: order.orderId };
            keep(
              (
                await call("POST Order/ChangeDays/{orderId}", {
                  params,
                  body: { version: version ?? order.version, ...days },
                })
              ).data,
            );
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
