import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { OrderSummary } from "#contract/circulation.ts";
import type { BulkOutcome } from "#contract/desk/order-changes.ts";
import { sentWords } from "#web/lib/sent-words.ts";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import type { Marked } from "#web/ui/marking/use-marked.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { Inbox, PackageOpen, RotateCcw, Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Outcomes } from "../bulk/outcomes.tsx";
import { dueInWords } from "../order-details/renew-order.tsx";

type Action = "remind" | "renew" | "undo";
/** `dueOn`: the new due day of what was renewed. */
type Outcome = BulkOutcome & { dueOn?: string | null };

const said = {
  remind: { done: "Reminded", each: "reminded" },
  renew: { done: "Renewed", each: "renewed" },
  undo: { done: "Due as before", each: "due as before" },
} as const satisfies Record<Action, object>;

const inWords = (action: Action, outcomes: readonly Outcome[]) => {
  const done = outcomes.filter(({ refusal }) => refusal === null).length;
  return `${said[action].done}: ${done} of ${outcomes.length === 1 ? "1 order" : `${outcomes.length} orders`}.`;
};

type Done = { action: Action; outcomes: readonly Outcome[]; title: string };

/** Does something with many orders at once, and what became of each. */
export function useBulk({ mark }: Marked) {
  const client = useQueryClient();
  const [done, setDone] = useState<Done>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ action, orders }: { action: Action; orders: readonly Chosen[] }) => ({
      action,
      outcomes: await sent(action, orders),
    }),
    onSuccess: ({ action, outcomes }) => {
      const title = action === "remind" ? sentWords(inWords(action, outcomes)) : inWords(action, outcomes);
      setDone({ action, outcomes, title });
      // what was refused stays chosen, for what can be done instead
      mark(
        outcomes.filter(({ refusal }) => refusal === null).map(({ orderId }) => orderId),
        false,
      );
      toast(title, outcomes.some(({ refusal }) => refusal) ? "info" : "success");
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" && queryKey[0] !== "codes" });
    },
  });
  return { act: mutate, busy: isPending ? variables.action : undefined, done };
}

type Chosen = Pick<OrderSummary, "orderId" | "returnDate">;

async function sent(action: Action, orders: readonly Chosen[]): Promise<Outcome[]> {
  if (action === "renew") {
    const body = { orders: orders.map(({ orderId, returnDate }) => ({ orderId, returnDate })) };
    return (await call("POST Order/RenewMany", { body })).data;
  }
  const body = { orderIds: orders.map(({ orderId }) => orderId) };
  return (
    await (action === "remind" ? call("POST Reminders/Send", { body }) : call("POST Order/UndoRenewMany", { body }))
  ).data;
}

type BulkActionsProps = { orders: readonly OrderSummary[]; choice: Marked; bulk: ReturnType<typeof useBulk> };

/** Chooses all orders that are shown, and does something with the chosen ones. */
export function BulkActions({ orders, choice: { marked, mark }, bulk: { act, busy } }: BulkActionsProps) {
  const chosen = orders.filter(({ orderId }) => marked.has(orderId));
  const all = orders.map(({ orderId }) => orderId);
  const button = (action: "remind" | "renew") => ({
    size: "small" as const,
    busy: busy === action,
    disabled: chosen.length === 0 || (busy !== undefined && busy !== action),
    onClick: () => act({ action, orders: chosen }),
  });
  return (
    <Row>
      <ChooseAll listed={all.length} chosen={chosen.length} onChoose={(isChosen) => mark(all, isChosen)} />
      <ForRole least="clerk">
        <Button {...button("remind")} icon={<Inbox size={18} />}>
          Send reminders
        </Button>
        <Button {...button("renew")} icon={<RotateCcw size={18} />}>
          Renew
        </Button>
      </ForRole>
      <ButtonLink
        to={`/admin/packing?orders=${(chosen.length === 0 ? orders : chosen).map(({ orderId }) => orderId).join(",")}`}
        look="quiet"
        icon={<PackageOpen size={18} />}
      >
        {chosen.length === 0 ? "Print for these orders" : "Print for the chosen orders"}
      </ButtonLink>
    </Row>
  );
}

type BulkOutcomesProps = {
  done: Done;
  bulk: ReturnType<typeof useBulk>;
};

/** What became of each order; renewals can be taken back. */
export function BulkOutcomes({ done: { action, outcomes, title }, bulk: { act, busy } }: BulkOutcomesProps) {
  const renewed = outcomes.flatMap(({ orderId, refusal, dueOn = null }) =>
    action === "renew" && refusal === null ? [{ orderId, returnDate: dueOn }] : [],
  );
  const box = useRef<HTMLDivElement>(null);
  return (
    <section ref={box} aria-label="What was done">
      <Outcomes
        title={title}
        label="What became of each order"
        isWhole={outcomes.every(({ refusal }) => refusal === null)}
        lines={outcomes.map(({ orderId, refusal, dueOn = null }) => ({
          key: orderId,
          words: `#${orderId}: ${refusal?.message ?? `${said[action].each}${dueInWords(dueOn)}.`}`,
        }))}
        action={
          renewed.length > 0 && (
            <Button
              size="small"
              icon={<Undo2 size={18} />}
              busy={busy === "undo"}
              aria-label={renewed.length === 1 ? "Undo the renewal" : "Undo these renewals"}
              onClick={() =>
                // the pressed button goes
                act({ action: "undo", orders: renewed }, { onSuccess: () => focusOn(box.current) })
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
