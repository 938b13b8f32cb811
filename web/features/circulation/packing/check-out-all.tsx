import { useMutation } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { messages } from "#contract/specified-messages.ts";
import { missingCopies } from "#web/features/circulation/edit-order/order-form-values.ts";
import { copiesThatCame, useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { PackageCheck } from "#web/ui/icons.tsx";

/** Checks out everything that an order still lacks; nothing where one press is no gain. */
export function CheckOutAll({ order }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("POST Order/CheckOutAll/{orderId}", { params: { orderId: order.orderId } }),
    onSuccess: ({ data }) => {
      keep(data);
      toast(messages.done.skuAssigned);
      announce(copiesThatCame(order, data));
    },
  });
  const lacking = order.orderItems.filter(({ quantity, orderInventoryItems }) => orderInventoryItems.length < quantity);
  if (lacking.length < 2 || !isWaiting(order.statusId)) return null;
  return (
    <Button size="small" look="primary" icon={<PackageCheck size={18} />} busy={isPending} onClick={() => mutate()}>
      Check out everything ({missingCopies(order)})
    </Button>
  );
}
