import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";
import { today } from "#web/features/circulation/status/due.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { PackageCheck } from "#web/ui/icons.tsx";
import { arrivalBody, arrivalProblems } from "./say-values.ts";

/** A borrower’s button that tells staff that an order arrived; nothing unless it is out and not on its way back. */
export function Arrived({ order }: { order: Order }) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  if (order.statusId !== statuses.shipped || order.sentBack) return null;
  return (
    <>
      <Button size="small" icon={<PackageCheck size={18} />} onClick={() => setAsking(true)}>
        {order.arrivedOn ? t("Change when it arrived") : t("It arrived")}
      </Button>
      {asking && <AskWhen order={order} onClose={() => setAsking(false)} />}
    </>
  );
}

type AskWhenProps = { order: Order; onClose: () => void };

function AskWhen({ order: { orderId, shipDate, arrivedOn }, onClose }: AskWhenProps) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const form = useForm({
    names: ["arrivedOn"],
    stored: { values: { arrivedOn: arrivedOn ?? today() } },
    check: arrivalProblems,
    objection: refusalOf,
    save: async (typed) => {
      await call("POST Order/SayArrived/{orderId}", { params: { orderId }, body: arrivalBody(typed) });
      await client.invalidateQueries({ queryKey: ["orders"] });
      toast(t("Thank you."));
      onClose();
      return {};
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("When did it arrive?")}
      send={t("Tell the library")}
      leave={t("Not yet")}
    >
      <DateField label={t("Date")} min={shipDate ?? undefined} max={today()} {...form.field("arrivedOn")} />
    </FormDialog>
  );
}
