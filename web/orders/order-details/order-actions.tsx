import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { orderList } from "#web/orders/desk-queries.ts";
import { nextNewOrderQuery, useCacheOrder } from "#web/orders/order-queries.ts";
import { undoing } from "./order-notices.tsx";
import { isWaiting } from "#web/orders/status.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { dueInWords } from "#web/orders/order-parts.tsx";
import { ActionButton, DialogButton, DownloadButton, UndoButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { ArrowRight, Ban, Printer, RotateCcw } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useListOrigin } from "#web/ui/navigation/links.tsx";
import { TextAreaField } from "#web/ui/forms/text-fields.tsx";
import { ForRole } from "#web/lib/session.ts";

export function CancelOrder({ order }: { order: StaffOrder }) {
  if (!isWaiting(order.statusId)) return null;
  return (
    <DialogButton
      look="risky"
      icon={<Ban size={18} />}
      dialog={(close) => <CancelDialog order={order} onClose={close} />}
    >
      Cancel order
    </DialogButton>
  );
}

function CancelDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const cache = useCacheOrder();
  const field = useRef<HTMLTextAreaElement>(null);
  const packed = order.orderItems.reduce((sum, { orderInventoryItems }) => sum + orderInventoryItems.length, 0);
  const form = useForm({
    stored: { version: order.version, values: { reason: "" } },
    check: ({ reason }) => (reason.trim() === "" ? [{ field: "reason", message: ownMessages.required("Reason") }] : []),
    objection: refusalOf,
    save: async ({ reason }, version) => {
      const params = { orderId: order.orderId };
      cache(await call("POST Order/Cancel/{orderId}", { params, body: { reason, version } }));
      toast("Order canceled.");
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Cancel order #${order.orderId}?`}
      send="Cancel order"
      look="danger"
      leave="Keep order"
      initialFocus={field}
    >
      {packed > 0 && (
        <p>{packed === 1 ? "Its packed copy goes" : `Its ${packed} packed copies go`} back to the shelf.</p>
      )}
      <TextAreaField
        {...form.field("reason")}
        ref={field}
        label="Reason"
        rows={3}
        width="full"
        maxLength={limits.line}
        hint="The borrower gets it in an email two minutes from now. Until then you can undo this."
      />
    </FormDialog>
  );
}

export function RenewOrder({ order: { orderId, undo } }: { order: StaffOrder }) {
  const cache = useCacheOrder();
  const refresh = useRefresh();
  const button = useRef<HTMLButtonElement>(null);
  const params = { orderId };
  return (
    <>
      {undo?.of === "renewal" && (
        <UndoButton
          action={undoing(undo)}
          onDone={() => focusOn(button.current)} // the pressed button disappears
          after={refresh}
          done="Renewal undone."
        >
          Undo renewal
        </UndoButton>
      )}
      <ActionButton
        ref={button}
        size="small"
        icon={<RotateCcw size={18} />}
        action={() => call("POST Order/Renew/{orderId}", { params })}
        onDone={cache}
        done={({ data, isAwaited }) =>
          `Order renewed${dueInWords(data.returnDate)}.${isAwaited ? " Someone is waiting for one of its titles." : ""}`
        }
      >
        Renew
      </ActionButton>
    </>
  );
}

export function RenewCopy({ loanId, name }: { loanId: number; name: string }) {
  const cache = useCacheOrder();
  const dueDay = ({ orderItems, returnDate }: StaffOrder) => {
    const loans = orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
    return loans.find(({ orderInventoryItemId }) => orderInventoryItemId === loanId)?.dueDate ?? returnDate;
  };
  return (
    <ForRole least="clerk">
      <ActionButton
        size="small"
        icon={<RotateCcw size={18} />}
        aria-label={`Renew: ${name}`}
        action={() => call("POST Order/RenewCopy/{orderInventoryItemId}", { params: { orderInventoryItemId: loanId } })}
        onDone={cache}
        done={({ data }) => `Copy renewed${dueInWords(dueDay(data))}.`}
      >
        Renew
      </ActionButton>
    </ForRole>
  );
}

export function PackingSlip({ orderId }: { orderId: number }) {
  return (
    <DownloadButton
      icon={<Printer size={18} />}
      file={() => call("GET Order/PackingPapers", { query: { ids: String(orderId), paper: "slips" } })}
      done="PDF downloaded."
    >
      Print packing slip
    </DownloadButton>
  );
}

export function NextNewOrder({ orderId }: { orderId: number }) {
  const { data, isPending } = useQuery(nextNewOrderQuery(orderId));
  const from = useListOrigin(orderList.path);
  // keeps its space, so that nothing shifts under a finger when the answer comes
  if (isPending) return <Skeleton width="11.5rem" height="var(--target)" />;
  if (!data) return null;
  return (
    <ButtonLink to={`/admin/editorder/${data}`} state={{ from }} icon={<ArrowRight size={18} />}>
      Next new order
    </ButtonLink>
  );
}
