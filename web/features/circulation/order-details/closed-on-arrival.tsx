import { useQuery } from "@tanstack/react-query";
import { statuses } from "#contract/codes.ts";
import type { StaffOrder } from "#contract/circulation.ts";
import { dayAfter } from "#contract/site/business-days.ts";
import { parcelDaysQuery } from "#web/features/circulation/order-queries.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

/** Says so when a parcel that leaves today would arrive at a closed school. */
export function ClosedOnArrival({ order: { orderId, statusId } }: { order: StaffOrder }) {
  const waits = statusId === statuses.new || statusId === statuses.processing;
  const closure = useQuery({ ...parcelDaysQuery([orderId]), enabled: waits }).data?.get(orderId)?.closure;
  if (!waits || !closure) return null;
  const { from, to, about, isSummer } = closure;
  return (
    <Alert tone="warning" title="A parcel that leaves today would arrive at a closed school.">
      {isSummer ? "Its summer is" : `${about || "Its break is"}${about ? ":" : ""}`}{" "}
      <DateText value={from} inSentence />
      {to === null
        ? " on."
        : to !== from && (
            <>
              {" "}
              to <DateText value={to} inSentence />
            </>
          )}
      {to !== null && (
        <>
          . School is open from <DateText value={dayAfter(to, 1)} inSentence /> on.
        </>
      )}
    </Alert>
  );
}
