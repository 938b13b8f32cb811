import { useEffect, useRef, useState } from "react";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { ScanCopies } from "#web/desk/scanning/scan-copies.tsx";
import { ChooseCopy } from "./choose-copy.tsx";
import { isClosed, isWaiting } from "#web/orders/status.ts";
import { FindTitles, linesOf, type RequestedTitle, RequestedTitles } from "#web/orders/requested-titles.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { ActionButton, DialogButton } from "#web/ui/actions/action-button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ListChecks, PackageCheck, Pencil } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { checkOutId, CheckOutLine } from "./check-out-line.tsx";
import styles from "./check-out-lines.module.css";
import { missingCopies } from "./order-form-values.ts";
import { addedCopies, type CopyChange, useChangeCopies } from "./order-mutations.ts";
import { useCacheOrder } from "#web/orders/order-queries.ts";
import { useOrderScan, waits } from "./use-order-scan.tsx";
import { daysInWords } from "#web/orders/dates/resulting-dates.tsx";
import { ChangeDatesDialog } from "#web/orders/dates/change-dates-dialog.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { ForRole } from "#web/lib/session.ts";

const questions: { [Kind in CopyChange["kind"]]?: { question: string; confirmLabel: string } } = {
  undo: { question: messages.confirm.undoCheckOut, confirmLabel: "Undo check-out" },
  remove: { question: messages.confirm.removeSku, confirmLabel: "Remove SKU" },
};

/** Shows the items of an order with their check-out controls, which save right away, independently of the form. */
export function CheckOutLines({ order }: { order: StaffOrder }) {
  const { mutateAsync: change, isPending, variables } = useChangeCopies(order);
  const busyWith = isPending ? variables : undefined;
  const confirm = useConfirm();
  const [openLine, setOpenLine] = useState<OrderItem>();
  const focusLater = useFocusAfterChange(order);
  const { onCopy, offer, clear } = useOrderScan(order);

  const run = async (request: CopyChange) => {
    if (isPending) return false;
    try {
      focusLater(focusAfter(request, (await change(request)).data));
      return true;
    } catch {
      // a toast has shown the error, and the list is current
      return false;
    }
  };
  const confirmAndRun = async (request: CopyChange) => {
    const question = questions[request.kind];
    const explanation = request.kind === "undo" ? undoEffect(order, request.orderItemId) : undefined;
    if (!question || (await confirm({ ...question, explanation, danger: true }))) await run(request);
  };
  return (
    <Card
      heading={`Items (${order.itemCount})`}
      actions={
        <Row>
          <CheckOutAll order={order} />
          {isWaiting(order.statusId) && (
            <ForRole least="clerk">
              <DialogButton
                size="small"
                icon={<ListChecks size={18} />}
                dialog={(close) => <ChangeDialog order={order} onClose={close} />}
              >
                Change titles
              </DialogButton>
              <ChangeDays order={order} />
            </ForRole>
          )}
          {!isClosed(order.statusId) && (
            <ScanCopies
              purpose="Scan copies"
              verb="Assign"
              where={`Order #${order.orderId}`}
              onCopy={onCopy}
              offer={offer}
              onScan={clear}
            />
          )}
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
            onChoose={() => setOpenLine(line)}
            onChange={(request) => void confirmAndRun(request)}
          />
        ))}
      </ul>
      {openLine && (
        <ChooseCopy
          line={openLine}
          busy={busyWith?.kind === "assign"}
          onClose={() => setOpenLine(undefined)}
          onChoose={async (inventoryItemId) => {
            const isAssigned = await run({ kind: "assign", orderItemId: openLine.orderItemId, inventoryItemId });
            if (isAssigned) setOpenLine(undefined);
          }}
        />
      )}
    </Card>
  );
}

function undoEffect({ orderItems }: StaffOrder, orderItemId: number): string {
  const line = orderItems.find((item) => item.orderItemId === orderItemId);
  const copies = line?.orderInventoryItems.length ?? 0;
  return `${copies === 1 ? "1 copy" : `${copies} copies`} of “${line?.inventory.title}” will be back on the shelf.`;
}

/** Returns the selector of the next action to focus, as the pressed button may be gone after the change. */
function focusAfter({ kind, orderItemId }: CopyChange, { orderItems }: StaffOrder): string {
  if (kind === "undo" || kind === "remove") return `#${checkOutId(orderItemId)}`;
  const incompleteLines = orderItems.filter(waits);
  const next = incompleteLines.find((line) => line.orderItemId === orderItemId) ?? incompleteLines[0];
  // the checked status, because arrow keys continue from it
  return next ? `#${checkOutId(next.orderItemId)}` : 'input[name="statusId"]:checked';
}

function useFocusAfterChange(order: StaffOrder): (selector: string) => void {
  const [target, setTarget] = useState<{ selector: string }>();
  useEffect(() => {
    // wait until the change is rendered and a closing dialog has restored the focus
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
  const cache = useCacheOrder();
  const { orderId, days, version: currentVersion } = order;
  const button = (
    <DialogButton
      size="small"
      icon={<Pencil size={18} />}
      dialog={(close) => (
        <ChangeDatesDialog
          days={days}
          version={currentVersion}
          send={async (teaching, version) => {
            const body = { version: version ?? currentVersion, ...teaching };
            cache(await call("POST Order/ChangeDays/{orderId}", { params: { orderId }, body }));
          }}
          onClose={close}
        />
      )}
    >
      {days ? "Change dates" : "Set dates"}
    </DialogButton>
  );
  return (
    <>
      {button}
      {days && <strong>For {daysInWords({ from: days.teachFrom, to: days.teachTo }, "en")}</strong>}
    </>
  );
}

/** Checks out every copy an order still needs. Hidden for one line, which has its own button. */
function CheckOutAll({ order }: { order: StaffOrder }) {
  const cache = useCacheOrder();
  if (order.orderItems.filter(waits).length < 2 || !isWaiting(order.statusId)) return null;
  return (
    <ActionButton
      size="small"
      look="primary"
      icon={<PackageCheck size={18} />}
      action={() => call("POST Order/CheckOutAll/{orderId}", { params: { orderId: order.orderId } })}
      onDone={(response) => {
        cache(response);
        announce(addedCopies(order, response.data));
      }}
      done={messages.done.skuAssigned}
    >
      Check out everything ({missingCopies(order)})
    </ActionButton>
  );
}

function ChangeDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { orderId, version: currentVersion, orderItems } = order;
  const cache = useCacheOrder();
  const field = useRef<HTMLInputElement>(null);
  const requests: readonly RequestedTitle[] = orderItems.map(({ inventory, quantity }) => ({
    item: inventory,
    quantity,
    held: quantity,
  }));
  const form = useForm({
    names: ["titleText"],
    stored: { version: currentVersion, values: { lines: requests } },
    check: ({ lines }) =>
      lines.length === 0
        ? [{ field: "titleText", message: `${ownMessages.linesRequired} To end it, cancel the order.` }]
        : [],
    objection: refusalOf,
    save: async ({ lines }, version) => {
      const body = { version: version ?? currentVersion, lines: linesOf(lines) };
      cache(await call("POST Order/ChangeLines/{orderId}", { params: { orderId }, body }));
      toast("Order changed.");
      onClose();
    },
  });
  const { lines } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Titles on order #${orderId}`}
      width="wide"
      send="Save and email the borrower"
      leave="Discard"
      canSend={form.isDirty}
      initialFocus={field}
      before={<FindTitles field={field} requests={lines} onChange={(newLines) => form.change({ lines: newLines })} />}
    >
      <RequestedTitles requests={lines} onChange={(newLines) => form.change({ lines: newLines })} />
    </FormDialog>
  );
}
