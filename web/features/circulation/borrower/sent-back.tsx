import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { today } from "#web/features/circulation/status/due.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Truck } from "#web/ui/icons.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { type SentBackValues, sentBackBody, sentBackProblems } from "./say-values.ts";

/** A borrower's button that tells staff that an order is on its way back. */
export function SentBack({ order }: { order: Order }) {
  const { t } = useLanguage();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        icon={<Truck size={18} />}
        look={order.sentBack ? "secondary" : "primary"}
        onClick={() => setAsking(true)}
      >
        {order.sentBack ? t("Change when I sent it") : t("I sent it back")}
      </Button>
      {asking && <AskWhen order={order} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskWhen({ order: { orderId, shipDate, sentBack }, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const values: SentBackValues = {
    sentOn: sentBack?.on ?? today(),
    trackingNumber: sentBack?.trackingNumber ?? "",
  };
  const form = useForm({
    names: ["sentOn", "trackingNumber"],
    stored: { values },
    check: sentBackProblems,
    objection: (error) => refusalOf(error),
    save: async (typed) => {
      await call("POST Order/SentBack/{orderId}", { params: { orderId }, body: sentBackBody(typed) });
      await client.invalidateQueries({ queryKey: ["orders"] });
      toast(t("Thank you. We’ll watch for your package."));
      onClose();
      return {};
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("When did you send it back?")}
      actions={
        <>
          <Button onClick={onClose}>{t("Not yet")}</Button>
          <Button {...form.button} look="primary" form="sent-back">
            {t("Tell the library")}
          </Button>
        </>
      }
    >
      <Form form={form} id="sent-back">
        <DateField label={t("Date")} required min={shipDate ?? undefined} max={today()} {...form.field("sentOn")} />
        <TextField
          label={t("Tracking number")}
          hint={t("If you have one. It’s on the carrier’s receipt.")}
          width="full"
          maxLength={limits.line}
          {...form.field("trackingNumber")}
        />
      </Form>
    </Dialog>
  );
}
