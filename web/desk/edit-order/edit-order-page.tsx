import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { OpenClaimsNote } from "#web/desk/claims/claim-parts.tsx";
import { CheckOutLines } from "./check-out-lines.tsx";
import { baseOf, type OrderFormValues, orderLabels } from "./order-form-values.ts";
import styles from "./order-form.module.css";
import { OrderForm, useOrderForm, useOrderOrigin } from "./order-form.tsx";
import { CancelOrder, NextNewOrder, PackingSlip } from "#web/orders/order-details/order-actions.tsx";
import { OrderSwaps } from "#web/orders/order-details/order-history.tsx";
import { CallInstead, CanceledNotice, ClosedOnArrival, JustChanged } from "#web/orders/order-details/order-notices.tsx";
import { OrderSkeleton, PostalAddress, StatusBadge } from "#web/orders/order-parts.tsx";
import { nextNewOrderQuery, staffOrderQuery, statusesQuery } from "#web/orders/order-queries.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Card } from "#web/ui/card.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useParams } from "#web/ui/router.tsx";
import { ForRole } from "#web/lib/session.ts";
import { DateText } from "#web/lib/formats.tsx";

const work = keptWork<Kept<OrderFormValues>>();

export function AdminEditOrderPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const origin = useOrderOrigin();
  return (
    <Page
      heading={`Edit order #${orderId}`}
      back={<BackLink to={origin.href}>{origin.words}</BackLink>}
      lead={query.data && <StatusBadge order={query.data} />}
      actions={
        <>
          <PackingSlip orderId={orderId} />
          <NextNewOrder orderId={orderId} />
          <ForRole least="clerk">{query.data && <CancelOrder order={query.data} />}</ForRole>
        </>
      }
    >
      <Fetched query={query} what="order" skeleton={<OrderSkeleton />}>
        {(order) => (
          // keyed so that the next order's form starts with its own values
          <EditOrder key={orderId} order={order} />
        )}
      </Fetched>
    </Page>
  );
}

function EditOrder({ order }: { order: StaffOrder }) {
  const client = useQueryClient();
  const next = useQuery(nextNewOrderQuery(order.orderId)).data;
  const statuses = useQuery(statusesQuery).data;
  const loanDays = useSiteConfiguration()?.loanDays;
  const form = useOrderForm(order, next ?? undefined);
  return (
    <Stack>
      <CanceledNotice order={order} />
      <CallInstead order={order} />
      <ClosedOnArrival order={order} />
      <JustChanged />
      <FormNotices
        form={form}
        stored={baseOf(order)}
        kept={{ in: work, name: String(order.orderId) }}
        labels={orderLabels}
        unsaved="Your changes to this order aren’t saved yet."
        reload={async () => baseOf(await client.query({ ...staffOrderQuery(order.orderId), staleTime: 0 }))}
        inWords={(name, value) =>
          name === "statusId" ? statuses?.find(({ statusId }) => String(statusId) === value)?.statusName : undefined
        }
      />
      <div className={styles.sides}>
        <CheckOutLines order={order} />
        <ForRole least="clerk">
          <OrderForm form={form} loanDays={loanDays} hasNext={Boolean(next)} />
        </ForRole>
        {order.swaps.length > 0 && <OrderSwaps order={order} />}
        <Card heading="Ship to">
          <DescriptionList
            items={[
              { term: "Address", value: <PostalAddress borrower={order.borrower} /> },
              ...(order.borrower.phoneNumber ? [{ term: "Phone", value: order.borrower.phoneNumber }] : []),
              { term: "Ordered", value: <DateText value={order.orderDate} /> },
              ...(order.openClaims > 0 ? [{ term: "Claims", value: <OpenClaimsNote of={order} /> }] : []),
            ]}
          />
        </Card>
      </div>
    </Stack>
  );
}
