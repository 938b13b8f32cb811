import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { BorrowersOrder } from "#contract/circulation.ts";
import { mayChangeOwn } from "#web/features/circulation/status/is-closed.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { DaysForm } from "./days-form.tsx";

/** A borrower’s button that moves an order by teaching dates to others; nothing once it is too late. */
export function ChangeOwnDays({ order }: { order: BorrowersOrder }) {
  const { orderId, days } = order;
  const { t } = useLanguage();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  if (!days || !mayChangeOwn(order)) return null;
  return (
    <>
      <Button size="small" icon={<Pencil size={18} />} onClick={() => setOpen(true)}>
        {t("Change days")}
      </Button>
      {open && (
        <DaysForm
          days={days}
          send={async (body) => {
            await call("POST Order/ChangeOwnDays/{orderId}", { params: { orderId }, body });
            await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "site" });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
