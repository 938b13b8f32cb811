import { limits, statuses } from "#contract/codes.ts";
import { useQuery } from "@tanstack/react-query";
import { Save } from "#web/ui/icons.tsx";
import { statusesQuery } from "#web/features/circulation/order-queries.ts";
import { carrierOf } from "#web/features/circulation/tracking/carrier.ts";
import { CarrierLink } from "#web/features/circulation/tracking/tracking-number.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import type { FormHandle } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./order-form.module.css";
import { type OrderFormValues, orderLabels } from "./order-form-values.ts";

type OrderFormProps = { form: FormHandle<OrderFormValues, "next">; loanDays: number | undefined; hasNext: boolean };

/** Status, shipping and note of an order. */
export function OrderForm({ form, loanDays, hasNext }: OrderFormProps) {
  return (
    <Card heading="Status and shipping">
      <Form form={form} label="Status and shipping" className={styles.form}>
        <Fields form={form} loanDays={loanDays} />
        <Stack gap="tight">
          <Button {...form.button} look="primary" wide icon={<Save size={18} />}>
            Save
          </Button>
          {hasNext && (
            <Button
              wide
              busy={form.running?.how === "next"}
              disabled={form.button.disabled}
              onClick={() => void form.submit("next")}
            >
              Save, then next new order
            </Button>
          )}
        </Stack>
      </Form>
    </Card>
  );
}

function Fields({ form, loanDays }: Pick<OrderFormProps, "form" | "loanDays">) {
  const { statusId, trackingNumber } = form.values;
  const all = useQuery(statusesQuery).data ?? [];
  const offered = all.filter(({ statusId }) => statusId !== statuses.undefined);
  const carrier = carrierOf(trackingNumber);
  return (
    <>
      <RadioGroup
        label={orderLabels.statusId}
        inline
        required
        options={offered.map(({ statusId, statusName }) => ({ value: statusId, label: statusName }))}
        {...form.field("statusId")}
      />
      <TextField
        label={orderLabels.trackingNumber}
        optional
        width="full"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={limits.line}
        {...form.field("trackingNumber")}
      />
      {carrier && (
        <p className={styles.track}>
          <CarrierLink carrier={carrier} />
        </p>
      )}
      <DateField label={orderLabels.shipDate} optional width="full" {...form.field("shipDate")} />
      <DateField label={orderLabels.returnDate} optional width="full" {...form.field("returnDate")} />
      {Number(statusId) === statuses.shipped && loanDays !== undefined && (
        <p className={styles.hint}>
          If you leave these empty, the ship date is today and the return date is {loanDays} days later.
        </p>
      )}
      <TextAreaField
        label={orderLabels.orderNote}
        optional
        width="full"
        rows={3}
        hint="For staff only. Borrowers can’t see it."
        maxLength={limits.prose}
        {...form.field("orderNote")}
      />
    </>
  );
}
