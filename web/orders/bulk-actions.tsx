import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { OrderSummary } from "#contract/orders/orders.ts";
import type { BulkOutcome } from "#contract/orders/order-changes.ts";
import { dueInWords } from "./order-parts.tsx";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Inbox, PackageOpen, RotateCcw, Truck, Undo2 } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { ForRole } from "#web/lib/session.ts";
import { sentWords } from "#web/lib/site.ts";

type Action = "remind" | "renew" | "undo";
/** Adds the new due date of a renewed order, and the event that Undo reverts. */
type Outcome = BulkOutcome & { dueOn?: string | null; eventId?: number | null };

const results = {
  remind: { done: "Reminded", each: "reminded" },
  renew: { done: "Renewed", each: "renewed" },
  undo: { done: "Renewal undone", each: "renewal undone" },
} as const satisfies Record<Action, object>;

const summaryOf = (action: Action, outcomes: readonly Outcome[]) => {
  const successes = outcomes.filter(({ refusal }) => refusal === null).length;
  return `${results[action].done}: ${successes} of ${outcomes.length === 1 ? "1 order" : `${outcomes.length} orders`}.`;
};

type Done = { action: Action; outcomes: readonly Outcome[]; title: string };

export function useBulk() {
  const refresh = useRefresh();
  const [done, setDone] = useState<Done>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ action, orders }: { action: Action; orders: readonly BulkOrder[] }) => ({
      action,
      outcomes: (await send(action, orders)).data,
    }),
    onSuccess: ({ action, outcomes }) => {
      const title = action === "remind" ? sentWords(summaryOf(action, outcomes)) : summaryOf(action, outcomes);
      setDone({ action, outcomes, title });
      toast(title, outcomes.some(({ refusal }) => refusal) ? "info" : "success");
      void refresh();
    },
  });
  return { act: mutate, busy: isPending ? variables.action : undefined, done };
}

type BulkOrder = Pick<OrderSummary, "orderId" | "returnDate"> & { eventId?: number | null };

async function send(action: Action, orders: readonly BulkOrder[]): Promise<{ data: Outcome[] }> {
  const body = { orderIds: orders.map(({ orderId }) => orderId) };
  if (action === "remind") return call("POST Reminders/Send", { body });
  if (action === "undo") return { data: await undoEach(orders) };
  const ordersWithDates = orders.map(({ orderId, returnDate }) => ({ orderId, returnDate }));
  return call("POST Order/RenewMany", { body: { orders: ordersWithDates } });
}

/** Undoes renewals one at a time, so that each gets its own result. */
async function undoEach(orders: readonly BulkOrder[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { orderId, eventId } of orders) {
    if (!eventId) continue;
    const refusal = await call("POST Order/Undo/{eventId}", { params: { eventId } }).then(
      () => null,
      (error: unknown) => {
        const { reason, message } = refusalOf(error) ?? {};
        if (!reason || !message) throw error;
        return { reason, message };
      },
    );
    outcomes.push({ orderId, refusal });
  }
  return outcomes;
}

type Bulk = Pick<ReturnType<typeof useBulk>, "act" | "busy">;

type BulkActionsProps = Bulk & {
  chosen: readonly OrderSummary[];
  unmark: (orderIds: readonly number[]) => void;
  all: readonly OrderSummary[];
};

export function BulkActions({ chosen, unmark, all, act, busy }: BulkActionsProps) {
  const button = (action: "remind" | "renew") => ({
    size: "small" as const,
    busy: busy === action,
    disabled: chosen.length === 0 || (busy !== undefined && busy !== action),
    onClick: () =>
      act(
        { action, orders: chosen },
        {
          // refused orders stay selected for another action
          onSuccess: ({ outcomes }) =>
            unmark(outcomes.flatMap(({ orderId, refusal }) => (refusal === null ? orderId : []))),
        },
      ),
  });
  const orders = chosen.length === 0 ? all : chosen;
  return (
    <>
      <ForRole least="clerk">
        <Button {...button("remind")} icon={<Inbox size={18} />}>
          Send reminders
        </Button>
        <Button {...button("renew")} icon={<RotateCcw size={18} />}>
          Renew
        </Button>
        <ButtonLink to={`/admin/postage?orders=${idsOf(orders)}`} look="quiet" icon={<Truck size={18} />}>
          {chosen.length === 0 ? "Postage for these orders" : "Postage for selected orders"}
        </ButtonLink>
      </ForRole>
      <ButtonLink to={`/admin/packing?orders=${idsOf(orders)}`} look="quiet" icon={<PackageOpen size={18} />}>
        {chosen.length === 0 ? "Print for these orders" : "Print for selected orders"}
      </ButtonLink>
    </>
  );
}

const idsOf = (orders: readonly OrderSummary[]) => orders.map(({ orderId }) => orderId).join(",");

export function BulkOutcomes({ done: { action, outcomes, title }, act, busy }: Bulk & { done: Done }) {
  const renewals = outcomes.flatMap(({ orderId, refusal, dueOn = null, eventId }) =>
    action === "renew" && refusal === null ? [{ orderId, returnDate: dueOn, eventId: eventId ?? null }] : [],
  );
  const box = useRef<HTMLDivElement>(null);
  return (
    <section ref={box} aria-label="Results">
      <Outcomes
        title={title}
        label="Result for each order"
        tone={outcomes.every(({ refusal }) => refusal === null) ? "success" : "warning"}
        lines={outcomes.map(({ orderId, refusal, dueOn = null }) => ({
          key: orderId,
          words: `#${orderId}: ${refusal?.message ?? `${results[action].each}${dueInWords(dueOn)}.`}`,
        }))}
        action={
          renewals.length > 0 && (
            <Button
              size="small"
              icon={<Undo2 size={18} />}
              busy={busy === "undo"}
              aria-label={renewals.length === 1 ? "Undo renewal" : "Undo these renewals"}
              onClick={() =>
                // the pressed button disappears
                act({ action: "undo", orders: renewals }, { onSuccess: () => focusOn(box.current) })
              }
            >
              Undo
            </Button>
          )
        }
      />
    </section>
  );
}

type Line = { key: number; words: string };

type OutcomesProps = {
  title: string;
  label: string;
  lines: readonly Line[];
  /** Screen readers announce an error right away. */
  tone: "success" | "warning" | "error";
  action?: ReactNode;
};

export function Outcomes({ title, label, lines, tone, action }: OutcomesProps) {
  return (
    <Alert tone={tone} title={title}>
      <Stack gap="tight">
        {lines.length > 0 && (
          <ul aria-label={label}>
            {lines.map(({ key, words }) => (
              <li key={key}>{words}</li>
            ))}
          </ul>
        )}
        {action && <Row>{action}</Row>}
      </Stack>
    </Alert>
  );
}
