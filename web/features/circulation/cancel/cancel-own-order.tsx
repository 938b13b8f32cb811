import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Order } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";
import { borrowerOrderQuery } from "#web/features/circulation/order-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Ban } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

/** A borrower's button that cancels an order while it is New; nothing later. */
export function CancelOwnOrder({ order }: { order: Order }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call("POST Order/CancelOwn/{orderId}", { params: { orderId: order.orderId }, body: { reason: "" } }),
    onSuccess: ({ data }) => {
      client.setQueryData(borrowerOrderQuery(order.orderId).queryKey, { ...data, renewableUntil: null });
      toast(t("Your order is canceled."));
      // the button is about to go
      document.querySelector<HTMLElement>("main h1")?.focus();
    },
    // it may be packed already: the page says what it is now
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" }),
  });
  if (order.statusId !== statuses.new) return null;
  const ask = async () => {
    const question = t("Cancel this order?");
    const explanation = <p>{t("Nothing of it will be sent. You can order again at any time.")}</p>;
    const words = { confirmLabel: t("Cancel the order"), cancelLabel: t("Keep the order") };
    if (await confirm({ question, explanation, danger: true, ...words })) mutate();
  };
  return (
    <Button icon={<Ban size={18} />} busy={isPending} onClick={() => void ask()}>
      {t("Cancel the order")}
    </Button>
  );
}
