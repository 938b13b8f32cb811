import { useRef, useState } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { Ban } from "#web/ui/icons.tsx";

/** Cancels an order that is New or Processing, with a reason; nothing for any other. */
export function CancelOrder({ order }: { order: StaffOrder }) {
  const [asking, setAsking] = useState(false);
  if (!isWaiting(order.statusId)) return null;
  return (
    <>
      <Button icon={<Ban size={18} />} onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      {asking && <AskWhy order={order} onClose={() => setAsking(false)} />}
    </>
  );
}

type Values = { reason: string };
const problemsOf = ({ reason }: Values) =>
  reason.trim() === "" ? [{ field: "reason", message: ownMessages.required("Reason") }] : [];

function AskWhy({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const keep = useKeepOrder();
  const field = useRef<HTMLTextAreaElement>(null);
  const packed = order.orderItems.reduce((sum, { orderInventoryItems }) => sum + orderInventoryItems.length, 0);
  const form = useForm<Values>({
    names: ["reason"],
    stored: { version: order.version, values: { reason: "" } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    save: async ({ reason }, version) => {
      const params = { orderId: order.orderId };
      keep((await call("POST Order/Cancel/{orderId}", { params, body: { reason, version } })).data);
      toast("Order canceled.");
      onClose();
      return {};
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Cancel order #${order.orderId}?`}
      send="Cancel order"
      look="danger"
      leave="Keep the order"
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
        hint="The borrower reads it in an email, which leaves in two minutes. Until then you can undo this."
      />
    </FormDialog>
  );
}
