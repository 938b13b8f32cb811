import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Item } from "#contract/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Trash } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";

/** A borrower’s button that removes a title from an order. */
export function RemoveTitle({ orderId, item }: { orderId: number; item: Item }) {
  const { t } = useLanguage();
  const confirm = useConfirm();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      call("POST Order/RemoveOwnTitle/{orderId}", { params: { orderId }, body: { inventoryId: item.inventoryId } }),
    onSuccess: () => {
      focusOn(document.querySelector("main h1")); // the pressed button goes
      toast(t("Your order is changed."));
    },
    // it may be packed already: the page says what it is now
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" }),
  });
  const ask = async () => {
    const question = t("Remove “{title}” from the order?", { title: item.title });
    const words = { confirmLabel: t("Remove it from the order"), cancelLabel: t("Keep it") };
    if (await confirm({ question, danger: true, ...words })) remove.mutate();
  };
  const label = t("Remove it from the order");
  return (
    <Button
      size="small"
      look="quiet"
      icon={<Trash size={16} />}
      busy={remove.isPending}
      aria-label={`${label}: ${item.title}`}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  );
}
