import { useState } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import { useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { DaysForm } from "./days-form.tsx";

/** Moves an order that is New or Processing to other teaching days, or gives it some; nothing for any other. */
export function ChangeDays({ order }: { order: StaffOrder }) {
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
