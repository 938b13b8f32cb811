import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { RotateCcw } from "#web/ui/icons.tsx";
import { useKeepOrder } from "../edit-order/order-mutations.ts";

/** Gives an order another loan. */
export function RenewOrder({ orderId }: { orderId: number }) {
  const keep = useKeepOrder();
  const renew = useMutation({
    mutationFn: () => call("POST Order/Renew/{orderId}", { params: { orderId } }),
    onSuccess: ({ data, isAwaited }) => {
      keep(data);
      toast(isAwaited ? "Order renewed, though somebody waits for a title of it." : "Order renewed.");
    },
  });
  return (
    <Button size="small" icon={<RotateCcw size={18} />} busy={renew.isPending} onClick={() => renew.mutate()}>
      Renew
    </Button>
  );
}
