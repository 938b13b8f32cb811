import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "#web/ui/router/router.tsx";
import type { StaffOrder } from "#contract/circulation.ts";
import { messages } from "#contract/specified-messages.ts";
import { PostalAddress } from "#web/features/circulation/order-details/postal-address.tsx";
import { nextNewOrderQuery, orderFilters, statusesQuery } from "#web/features/circulation/order-queries.ts";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { call } from "#web/lib/call.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { CheckOutLines, type ScanSlot } from "./check-out-lines.tsx";
import { OrderForm } from "./order-form.tsx";
import styles from "./order-form.module.css";
import { baseOf, bodyOf, type OrderFormValues, orderLabels, problemsOf, surprisesOf } from "./order-form-values.ts";
import { useKeepOrder } from "./order-mutations.ts";

const work = keptWork<Kept<OrderFormValues>>();

type EditOrderProps = {
  order: StaffOrder;
  loanDays: number | undefined;
  /** Refetches the order. */
  onReload: () => Promise<StaffOrder | undefined>;
  /** The place for scanning copies onto the order. */
  scan?: ScanSlot;
};

/** An order to work on: check-out at the left, status and shipping at the right. Give it a key of the order's id. */
export function EditOrder({ order, loanDays, onReload, scan }: EditOrderProps) {
  const next = useQuery(nextNewOrderQuery(order.orderId)).data;
  const statuses = useQuery(statusesQuery).data;
  const form = useOrderForm(order, next ?? undefined);
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(order)}
        kept={{ in: work, name: String(order.orderId) }}
        labels={orderLabels}
        unsaved="Your changes to this order aren’t saved yet."
        reload={async () => {
          const fresh = await onReload();
          return fresh && baseOf(fresh);
        }}
        inWords={(name, value) =>
          name === "statusId" ? statuses?.find(({ statusId }) => String(statusId) === value)?.statusName : undefined
        }
      />
      <div className={styles.sides}>
        <CheckOutLines order={order} scan={scan} />
        <OrderForm form={form} loanDays={loanDays} hasNext={Boolean(next)} />
        <Card heading="Ship to">
          <DescriptionList
            items={[
              { term: "Address", value: <PostalAddress borrower={order.borrower} /> },
              { term: "Phone", value: order.borrower.phoneNumber },
              { term: "Ordered", value: <DateText value={order.orderDate} /> },
            ]}
          />
        </Card>
      </div>
    </Stack>
  );
}

/** Saves, after a question about surprising choices, and continues: to the list, or to the next new order. */
function useOrderForm(order: StaffOrder, nextOrderId: number | undefined) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const listHref = useCameFrom(orderFilters.path) ?? orderFilters.path;
  const keep = useKeepOrder();
  return useForm<OrderFormValues, "next">({
    names: Object.keys(orderLabels),
    stored: baseOf(order),
    check: problemsOf,
    ask: async (values) => {
      const surprises = surprisesOf(order, values);
      if (surprises.length === 0) return true;
      const explanation = surprises.map((sentence) => <p key={sentence}>{sentence}</p>);
      const question = "Save it as is?";
      return confirm({ question, explanation, confirmLabel: "Save anyway", cancelLabel: "Go back" });
    },
    save: async (values, version, how) => {
      const { data: saved } = await call("POST Order/UpdateOrder/", { body: bodyOf(order.orderId, version, values) });
      keep(saved);
      toast(messages.done.orderUpdated);
      const to = how === "next" && nextOrderId !== undefined ? `/admin/editorder/${nextOrderId}` : listHref;
      return { stored: baseOf(saved), next: () => navigate(to, { state: { from: listHref } }) };
    },
  });
}
