import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import { call } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { RotateCcw, Undo2 } from "#web/ui/icons.tsx";
import { useKeepOrder } from "../edit-order/order-mutations.ts";

/** Gives an order another loan, and takes back the last renewal of it or of one copy. */
export function RenewOrder({ order: { orderId, canUndoRenewal } }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  const button = useRef<HTMLButtonElement>(null);
  const renew = useMutation({
    mutationFn: () => call("POST Order/Renew/{orderId}", { params: { orderId } }),
    onSuccess: ({ data, isAwaited }) => {
      keep(data);
      const renewed = `Order renewed${dueInWords(data.returnDate)}.`;
      toast(isAwaited ? `${renewed} Somebody waits for a title of it.` : renewed);
    },
  });
  const undo = useMutation({
    mutationFn: () => call("POST Order/UndoRenewal/{orderId}", { params: { orderId } }),
    meta: { done: "Renewal undone." },
    onSuccess: ({ data }) => {
      focusOn(button.current); // the pressed button goes
      keep(data);
    },
  });
  return (
    <>
      {canUndoRenewal && (
        <Button size="small" icon={<Undo2 size={18} />} busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo the renewal
        </Button>
      )}
      <Button
        ref={button}
        size="small"
        icon={<RotateCcw size={18} />}
        busy={renew.isPending}
        onClick={() => renew.mutate()}
      >
        Renew
      </Button>
    </>
  );
}

/** The end of a sentence about what was renewed. */
export const dueInWords = (day: string | null) => (day === null ? "" : `, due ${formatDay(day)}`);
