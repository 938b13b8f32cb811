import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Order } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { today } from "#web/features/circulation/status/due.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useDraft } from "#web/ui/form/use-draft.ts";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Truck } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { sentBackBody, sentBackDrafts, sentBackProblems, type SentBackValues } from "./say-values.ts";

/** A borrower's button that tells staff that an order is on its way back. */
export function SentBack({ order }: { order: Order }) {
  const { t } = useLanguage();
  const draft = `sent back ${order.orderId}`;
  const [asking, setAsking] = useState(() => sentBackDrafts.find(draft) !== undefined);
  const close = () => {
    sentBackDrafts.forget(draft);
    setAsking(false);
  };
  return (
    <>
      <Button
        icon={<Truck size={18} />}
        look={order.sentBack ? "secondary" : "primary"}
        onClick={() => setAsking(true)}
      >
        {order.sentBack ? t("Change when I sent it") : t("I sent it back")}
      </Button>
      {asking && <AskWhen order={order} draft={draft} onClose={close} />}
    </>
  );
}

type AskWhenProps = { order: Order; draft: string; onClose: () => void };

function AskWhen({ order: { orderId, shipDate, sentBack }, draft, onClose }: AskWhenProps) {
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
  useDraft(form, sentBackDrafts, draft);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("When did you send it back?")}
      send={t("Tell the library")}
      leave={t("Not yet")}
    >
      <Stack>
        <DateField label={t("Date")} min={shipDate ?? undefined} max={today()} {...form.field("sentOn")} />
        <TextField
          label={t("Tracking number")}
          hint={t("If you have one. It’s on the carrier’s receipt.")}
          optional
          width="full"
          maxLength={limits.line}
          {...form.field("trackingNumber")}
        />
      </Stack>
    </FormDialog>
  );
}
