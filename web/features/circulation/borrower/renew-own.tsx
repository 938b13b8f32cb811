import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { focusOn } from "#web/lib/focus-on.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { RotateCcw } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** Offers a borrower to keep an order for another loan. */
export function RenewOwn({ orderId, until }: { orderId: number; until: string }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => call("POST Order/RenewOwn/{orderId}", { params: { orderId } }),
    meta: { done: t("Your order is renewed.") },
    // what offered it goes away with the focus
    onSuccess: () => focusOn(document.querySelector("main h1")),
    onSettled: () => client.invalidateQueries({ queryKey: ["orders"] }),
  });
  return (
    <Card heading={t("Need it longer?")}>
      <Stack>
        <p>
          <Rich
            sentence="If you renew it, you can keep everything until <day>day</day>."
            parts={{ day: () => <DateText value={until} inSentence /> }}
          />
        </p>
        <div>
          <Button icon={<RotateCcw size={18} />} busy={renew.isPending} onClick={() => renew.mutate()}>
            {t("Renew")}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
