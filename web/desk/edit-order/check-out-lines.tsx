import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Copy } from "#contract/catalog/catalog.ts";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { ChooseCopy } from "./choose-copy.tsx";
import { DaysForm } from "#web/orders/dates/days-form.tsx";
import { isClosed, isWaiting } from "#web/orders/status.ts";
import { FindTitles, linesOf, type RequestedTitle, RequestedTitles } from "#web/orders/requested-titles.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { DialogButton } from "#web/ui/overlay/dialog-button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ListChecks, PackageCheck, Pencil } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { checkOutId, CheckOutLine } from "./check-out-line.tsx";
import styles from "./check-out-lines.module.css";
import { missingCopies } from "./order-form-values.ts";
import { copiesThatCame, type CopyChange, useChangeCopies } from "./order-mutations.ts";
import { useKeepOrder } from "#web/orders/order-queries.ts";
import { useOrderScan, waits } from "./use-order-scan.tsx";

/**
 * Renders the copy scanner. `assign` gives the id of the check-out, and throws with a sentence when the copy may not be assigned;
 * `offer` is what can be done then.
 */
type ScanSlot = (
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
      focusLater(focusAfter(wanted, (await change(wanted)).data));
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

function ChangeDays({ order }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  if (!isWaiting(order.statusId)) return null;
  const { orderId, days, version: shown } = order;
  return (
    <DialogButton
      size="small"
      icon={<Pencil size={18} />}
      dialog={(close) => (
        <DaysForm
          days={days}
          version={shown}
          send={async (teaching, version) => {
            const body = { version: version ?? shown, ...teaching };
            keep(await call("POST Order/ChangeDays/{orderId}", { params: { orderId }, body }));
          }}
          onClose={close}
        />
      )}
    >
      {days ? "Change days" : "Set days"}
    </DialogButton>
  );
}

/** Checks out everything that an order still lacks; nothing where one press is no gain. */
function CheckOutAll({ order }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  if (order.orderItems.filter(waits).length < 2 || !isWaiting(order.statusId)) return null;
  return (
    <ActionButton
      size="small"
      look="primary"
      icon={<PackageCheck size={18} />}
      action={() => call("POST Order/CheckOutAll/{orderId}", { params: { orderId: order.orderId } })}
      onDone={(changed) => {
        keep(changed);
        announce(copiesThatCame(order, changed.data));
      }}
      done={messages.done.skuAssigned}
    >
      Check out everything ({missingCopies(order)})
    </ActionButton>
  );
}

/** Changes the titles and quantities of an order that is New or Processing; nothing for any other. */
function ChangeTitles({ order }: { order: StaffOrder }) {
  if (!isWaiting(order.statusId)) return null;
  return (
    <DialogButton
      size="small"
      icon={<ListChecks size={18} />}
      dialog={(close) => <ChangeDialog order={order} onClose={close} />}
    >
      Change titles
    </DialogButton>
  );
}

function ChangeDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { orderId, version: shown, orderItems } = order;
  const keep = useKeepOrder();
  const field = useRef<HTMLInputElement>(null);
  const held: readonly RequestedTitle[] = orderItems.map(({ inventory, quantity }) => ({
    item: inventory,
    quantity,
    held: quantity,
  }));
  const form = useForm({
    names: ["titleText"],
    stored: { version: shown, values: { lines: held } },
    check: ({ lines }) =>
      lines.length === 0
        ? [{ field: "titleText", message: `${ownMessages.linesRequired} To end it, cancel the order.` }]
        : [],
    objection: refusalOf,
    save: async ({ lines }, version) => {
      const body = { version: version ?? shown, lines: linesOf(lines) };
      keep(await call("POST Order/ChangeLines/{orderId}", { params: { orderId }, body }));
      toast("Order changed.");
      onClose();
    },
  });
  const { lines } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Titles of order #${orderId}`}
      width="wide"
      send="Save and tell the borrower"
      leave="Discard"
      canSend={form.isDirty}
      initialFocus={field}
      before={<FindTitles field={field} requests={lines} onChange={(changed) => form.change({ lines: changed })} />}
    >
      <RequestedTitles requests={lines} onChange={(changed) => form.change({ lines: changed })} />
    </FormDialog>
  );
}
