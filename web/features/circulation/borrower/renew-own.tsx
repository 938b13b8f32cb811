import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BorrowersOrder } from "#contract/circulation.ts";
import { ownUndoSeconds } from "#contract/desk/order-changes.ts";
import { borrowerOrderQuery } from "#web/features/circulation/order-queries.ts";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { useIsBefore } from "#web/lib/use-is-before.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { RotateCcw, Undo2 } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

type Props = {
  order: BorrowersOrder;
  /** When the server said so, in milliseconds of this browser's clock. */
  readAt: number;
};

/** Offers a borrower to keep an order for another loan, and then the Undo for two minutes; nothing where neither is possible. */
export function RenewOwn({ order, readAt }: Props) {
  const { t } = useLanguage();
  const { change, busy } = useChange(order);
  const canUndo = useIsBefore(order.undoRenewalFor === null ? undefined : readAt + order.undoRenewalFor * 1000);
  const { renewableUntil, returnDate } = order;
  if (canUndo) {
    return (
      <Card heading={t("Need it longer?")}>
        <Stack>
          <p>
            <Rich
              sentence="You renewed it. You can keep everything until <day>day</day>."
              parts={{ day: () => <DateText value={returnDate} inSentence /> }}
            />
          </p>
          <div>
            <Button key="only" icon={<Undo2 size={18} />} busy={busy} onClick={() => change("undo")}>
              {t("Undo")}
            </Button>
          </div>
        </Stack>
      </Card>
    );
  }
  if (renewableUntil === null) return null;
  return (
    <Card heading={t("Need it longer?")}>
      <Stack>
        <p>
          <Rich
            sentence="If you renew it, you can keep everything until <day>day</day>."
            parts={{ day: () => <DateText value={renewableUntil} inSentence /> }}
          />
        </p>
        <div>
          <Button key="only" icon={<RotateCcw size={18} />} busy={busy} onClick={() => change("renew")}>
            {t("Renew")}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

type Step = "renew" | "undo";

/** Renews, and takes that back; the page has what the order is now. */
function useChange({ orderId }: BorrowersOrder) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (step: Step) =>
      step === "renew"
        ? call("POST Order/RenewOwn/{orderId}", { params: { orderId } })
        : call("POST Order/UndoRenewalOwn/{orderId}", { params: { orderId } }),
    onSuccess: ({ data }, step) => {
      if (step === "renew") {
        // the button has the focus: it says what comes next at once, not only when the order was read again
        const next = { ...data, renewableUntil: null, undoCancelFor: null, undoRenewalFor: ownUndoSeconds };
        client.setQueryData(borrowerOrderQuery(orderId).queryKey, next);
      }
      toast(step === "renew" ? t("Your order is renewed.") : t("Your order is due as before."));
    },
    onError: () => focusOn(document.querySelector("main h1")), // what offered it goes away with the focus
    onSettled: () => client.invalidateQueries({ queryKey: ["orders"] }),
  });
  return { change: mutate, busy: isPending };
}
