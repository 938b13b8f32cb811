import { useMutation } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";

/** Why and when an order was canceled, with the way back; nothing for any other. */
export function CanceledNotice({ order }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST Order/UndoCancel/{orderId}", { params: { orderId: order.orderId } }),
    onSuccess: ({ data }) => {
      keep(data);
      toast(`Order #${data.orderId} is ${data.statusName} again.`);
    },
  });
  if (!order.cancellation) return null;
  const { at, reason } = order.cancellation;
  return (
    <Alert tone="warning" title="This order is canceled">
      <Row apart>
        <span>
          {order.changedByName ?? "Someone"} canceled it on <DateText value={at} inSentence />
          {reason && `: ${reason}`}
        </span>
        {/* nobody would get what belonged to a forgotten borrower */}
        {order.borrowerId !== 0 && (
          <Button size="small" icon={<Undo2 size={18} />} busy={isPending} onClick={() => mutate()}>
            Undo
          </Button>
        )}
      </Row>
    </Alert>
  );
}
