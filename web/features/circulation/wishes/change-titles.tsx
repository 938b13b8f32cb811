import { useRef, useState } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import { ownMessages } from "#contract/messages.ts";
import { useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { isWaiting } from "#web/features/circulation/status/is-closed.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { ListChecks } from "#web/ui/icons.tsx";
import { FindTitles } from "./find-titles.tsx";
import { linesOf, type Wish } from "./wish.ts";
import { WishList } from "./wish-list.tsx";

/** Changes the titles and quantities of an order that is New or Processing; nothing for any other. */
export function ChangeTitles({ order }: { order: StaffOrder }) {
  const [open, setOpen] = useState(false);
  if (!isWaiting(order.statusId)) return null;
  return (
    <>
      <Button size="small" icon={<ListChecks size={18} />} onClick={() => setOpen(true)}>
        Change titles
      </Button>
      {open && <ChangeDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}

type Values = { lines: readonly Wish[] };
const problemsOf = ({ lines }: Values) =>
  lines.length === 0
    ? [{ field: "titleText", message: `${ownMessages.linesRequired} To end it, cancel the order.` }]
    : [];

function ChangeDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const keep = useKeepOrder();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm<Values>({
    names: ["titleText"],
    stored: { version: order.version, values: { lines: wishesOf(order) } },
    check: problemsOf,
    objection: (error) => refusalOf(error),
    save: async ({ lines }, version) => {
      const body = { version: version ?? order.version, lines: linesOf(lines) };
      keep((await call("POST Order/ChangeLines/{orderId}", { params: { orderId: order.orderId }, body })).data);
      toast("Order changed.");
      onClose();
      return {};
    },
  });
  const { lines } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Titles of order #${order.orderId}`}
      width="wide"
      send="Save and tell the borrower"
      leave="Discard"
      canSend={form.isDirty}
      initialFocus={field}
      before={<FindTitles field={field} wishes={lines} onChange={(changed) => form.change({ lines: changed })} />}
    >
      <WishList wishes={lines} onChange={(changed) => form.change({ lines: changed })} />
    </FormDialog>
  );
}

const wishesOf = (order: StaffOrder): Wish[] =>
  order.orderItems.map(({ inventory, quantity }) => ({ item: inventory, quantity, held: quantity }));
