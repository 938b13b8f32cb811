import { useMutation } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { RotateCcw } from "#web/ui/icons.tsx";
import { useKeepOrder } from "../edit-order/order-mutations.ts";
import { dueInWords } from "./renew-order.tsx";

/** Gives one copy of an order another loan. */
export function RenewCopy({ loanId, name }: { loanId: number; name: string }) {
  const may = useMay("clerk");
  const keep = useKeepOrder();
  const renew = useMutation({
    mutationFn: () => call("POST Order/RenewCopy/{orderInventoryItemId}", { params: { orderInventoryItemId: loanId } }),
    onSuccess: ({ data }) => {
      keep(data);
      const loans = data.orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
      const renewed = loans.find(({ orderInventoryItemId }) => orderInventoryItemId === loanId);
      toast(`Copy renewed${dueInWords(renewed?.dueDate ?? data.returnDate)}.`);
    },
  });
  if (!may) return null;
  return (
    <Button
      size="small"
      icon={<RotateCcw size={18} />}
      busy={renew.isPending}
      aria-label={`Renew: ${name}`}
      onClick={() => renew.mutate()}
    >
      Renew
    </Button>
  );
}
