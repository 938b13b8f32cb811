import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderSummary } from "#contract/circulation.ts";
import type { BulkOutcome } from "#contract/desk/bulk.ts";
import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import type { Marked } from "#web/ui/marking/use-marked.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { Inbox, PackageOpen, RotateCcw } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Outcomes } from "../bulk/outcomes.tsx";

type Action = "remind" | "renew";

const said = {
  remind: { done: "Reminded", each: "reminded." },
  renew: { done: "Renewed", each: "renewed." },
} as const satisfies Record<Action, object>;

const inWords = (action: Action, outcomes: readonly BulkOutcome[]) => {
  const done = outcomes.filter(({ refusal }) => refusal === null).length;
  return `${said[action].done}: ${done} of ${outcomes.length === 1 ? "1 order" : `${outcomes.length} orders`}.`;
};

/** Does something with many orders at once, and what became of each. */
export function useBulk({ mark }: Marked) {
  const client = useQueryClient();
  const { mutate, isPending, variables, data } = useMutation({
    mutationFn: async ({ action, orders }: { action: Action; orders: readonly OrderSummary[] }) => ({
      action,
      outcomes: await sent(action, orders),
    }),
    onSuccess: ({ action, outcomes }) => {
      // what was refused stays chosen, for what can be done instead
      mark(
        outcomes.filter(({ refusal }) => refusal === null).map(({ orderId }) => orderId),
        false,
      );
      toast(inWords(action, outcomes), outcomes.some(({ refusal }) => refusal) ? "info" : "success");
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" && queryKey[0] !== "codes" });
    },
  });
  return { act: mutate, busy: isPending ? variables.action : undefined, done: data };
}

async function sent(action: Action, orders: readonly OrderSummary[]): Promise<BulkOutcome[]> {
  if (action === "remind") {
    const body = { orderIds: orders.map(({ orderId }) => orderId) };
    return (await call("POST Reminders/Send", { body })).data;
  }
  const body = { orders: orders.map(({ orderId, returnDate }) => ({ orderId, returnDate })) };
  return (await call("POST Order/RenewMany", { body })).data;
}

type BulkActionsProps = { orders: readonly OrderSummary[]; choice: Marked; bulk: ReturnType<typeof useBulk> };

/** Chooses all orders that are shown, and does something with the chosen ones. */
export function BulkActions({ orders, choice: { marked, mark }, bulk: { act, busy } }: BulkActionsProps) {
  const chosen = orders.filter(({ orderId }) => marked.has(orderId));
  const all = orders.map(({ orderId }) => orderId);
  const button = (action: Action) => ({
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

/** What became of each order. */
export function BulkOutcomes({
  done: { action, outcomes },
}: {
  done: NonNullable<ReturnType<typeof useBulk>["done"]>;
}) {
  return (
    <Outcomes
      title={inWords(action, outcomes)}
      label="What became of each order"
      isWhole={outcomes.every(({ refusal }) => refusal === null)}
      lines={outcomes.map(({ orderId, refusal }) => ({
        key: orderId,
        words: `#${orderId}: ${refusal?.message ?? said[action].each}`,
      }))}
    />
  );
}
