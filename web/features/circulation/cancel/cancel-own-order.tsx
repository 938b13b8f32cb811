import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { BorrowersOrder } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";
import { ownUndoSeconds } from "#contract/desk/order-changes.ts";
import { borrowerOrderQuery } from "#web/features/circulation/order-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { useIsBefore } from "#web/lib/use-is-before.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Ban, Undo2 } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

type Props = {
  order: BorrowersOrder;
  /** When the server said so, in milliseconds of this browser's clock. */
  readAt: number;
};

/** A borrower's button that cancels an order while it is New, and then its Undo for two minutes, on any device; nothing later. */
export function CancelOwnOrder({ order, readAt }: Props) {
  const { t } = useLanguage();
  const confirm = useConfirm();
  const { change, busy } = useChange(order);
  const canUndo = useIsBefore(order.undoCancelFor === null ? undefined : readAt + order.undoCancelFor * 1000);
  if (canUndo) {
    return (
      <Button key="only" icon={<Undo2 size={18} />} busy={busy} onClick={() => change("undo")}>
        {t("Undo")}
      </Button>
    );
  }
  if (order.statusId !== statuses.new) return null;
  const ask = async () => {
    const question = t("Cancel this order?");
    const explanation = <p>{t("Nothing of it will be sent. You can order again at any time.")}</p>;
    const words = { confirmLabel: t("Cancel the order"), cancelLabel: t("Keep the order") };
    if (await confirm({ question, explanation, danger: true, ...words })) change("cancel");
  };
  return (
    <Button key="only" icon={<Ban size={18} />} busy={busy} onClick={() => void ask()}>
      {t("Cancel the order")}
    </Button>
  );
}

type Step = "cancel" | "undo";

/** Cancels, and takes that back; the page has what the order is now. */
function useChange({ orderId }: BorrowersOrder) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (step: Step) =>
      step === "cancel"
        ? call("POST Order/CancelOwn/{orderId}", { params: { orderId }, body: { reason: "" } })
        : call("POST Order/UndoCancelOwn/{orderId}", { params: { orderId } }),
    onSuccess: ({ data }, step) => {
      // the button has the focus: it says what comes next at once, not only when the order was read again
      const undoCancelFor = step === "cancel" ? ownUndoSeconds : null;
      client.setQueryData(borrowerOrderQuery(orderId).queryKey, {
        ...data,
        renewableUntil: null,
        undoCancelFor,
        undoRenewalFor: null,
      });
      toast(step === "cancel" ? t("Your order is canceled.") : t("Your order is placed again."));
    },
    // it may be packed already, or final: the page says what it is now
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" }),
  });
  return { change: mutate, busy: isPending };
}
