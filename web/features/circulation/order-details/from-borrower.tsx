import { useMutation } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/circulation.ts";
import { useKeepOrder } from "#web/features/circulation/edit-order/order-mutations.ts";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { BorrowerPhotos } from "../photos/borrower-photo.tsx";
import styles from "./order-details.module.css";

/** What the borrower said of an order: that it is on its way back, and what is missing or damaged. */
export function FromBorrower({ order }: { order: StaffOrder }) {
  const { sentBack, reports } = order;
  return (
    <>
      {sentBack && (
        <Alert title="The borrower says it is on its way back">
          <p>
            Sent on <DateText value={sentBack.on} inSentence />
            {sentBack.trackingNumber !== "" && (
              <>
                , tracking number <TrackingNumber value={sentBack.trackingNumber} />
              </>
            )}
            .
          </p>
        </Alert>
      )}
      {reports.length > 0 && <Reports order={order} />}
    </>
  );
}

/** What the borrower reported; until staff have seen to it, it is on the dashboard. */
function Reports({ order: { orderId, reports } }: { order: StaffOrder }) {
  const keep = useKeepOrder();
  const isOpen = reports.some(({ isSettled }) => !isSettled);
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const body = { isSettled: isOpen, reports: reports.length };
      return call("POST Order/SettleReports/{orderId}", { params: { orderId }, body });
    },
    onSuccess: ({ data }) => keep(data),
  });
  return (
    <Alert tone={isOpen ? "warning" : "info"} title="The borrower reports a problem">
      <ReportWords reports={reports} />
      <ForRole least="clerk">
        <Button size="small" busy={isPending} onClick={() => mutate()}>
          {isOpen ? "We’ve seen to it" : "Open again"}
        </Button>
      </ForRole>
    </Alert>
  );
}

/** What the borrower reported, each with its photos. */
export function ReportWords({ reports }: Pick<StaffOrder, "reports">) {
  return reports.map(({ at, words, isSettled, photoIds }, index) => (
    <div key={at + words}>
      <p className={styles.note}>
        <DateText value={at} />: {words}
        {isSettled && " (seen to)"}
      </p>
      <BorrowerPhotos photoIds={photoIds} words={(n) => `Photo ${n} of the borrower’s report ${index + 1}`} />
    </div>
  ));
}
