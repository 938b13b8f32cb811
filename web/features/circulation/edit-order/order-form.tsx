import { limits, statuses } from "#contract/codes.ts";
import { useQuery } from "@tanstack/react-query";
import { Save } from "#web/ui/icons.tsx";
import type { UseFormReturn } from "react-hook-form";
import { messages, ownMessages } from "#contract/messages.ts";
import { statusesQuery } from "#web/features/circulation/order-queries.ts";
import { carrierOf } from "#web/features/circulation/tracking/carrier.ts";
import { CarrierLink } from "#web/features/circulation/tracking/tracking-number.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./order-form.module.css";
import type { OrderFormValues } from "./order-form-values.ts";

type OrderFormProps = {
  form: UseFormReturn<OrderFormValues>;
  loanDays: number | undefined;
  saving: "list" | "next" | undefined;
  hasNext: boolean;
  onSave: (then: "list" | "next") => void;
};

/** Status, shipping and note of an order. Enter in a field saves. */
export function OrderForm({ form, loanDays, saving, hasNext, onSave }: OrderFormProps) {
  const { errors, submitCount } = form.formState;
  const problems = Object.entries(errors).flatMap(([field, error]) =>
    error?.message ? [{ field, message: error.message }] : [],
  );
  return (
    <Card heading="Status and shipping">
      <form
        className={styles.form}
        noValidate
        aria-label="Status and shipping"
        onSubmit={(event) => {
          event.preventDefault();
          onSave("list");
        }}
      >
        <ErrorSummary title={messages.field.correctInvalid} problems={problems} attempt={submitCount} />
        <Fields form={form} loanDays={loanDays} />
        <Stack gap="tight">
          <Button
            type="submit"
            look="primary"
            wide
            busy={saving === "list"}
            icon={<Save size={18} aria-hidden="true" />}
          >
            Save
          </Button>
          {hasNext && (
            <Button wide busy={saving === "next"} onClick={() => onSave("next")}>
              Save, then next new order
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Fields({ form, loanDays }: Pick<OrderFormProps, "form" | "loanDays">) {
  const { errors } = form.formState;
  const [statusId, trackingNumber] = form.watch(["statusId", "trackingNumber"]);
  const carrier = carrierOf(trackingNumber);
  const ships = Number(statusId) === statuses.shipped;
  return (
    <>
      <StatusField form={form} />
      <TextField
        label="Tracking number"
        optional
        width="full"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={limits.line}
        error={errors.trackingNumber?.message}
        {...form.register("trackingNumber")}
      />
      {carrier && (
        <p className={styles.track}>
          <CarrierLink carrier={carrier} />
        </p>
      )}

      <DateField
        label="Ship date"
        optional
        width="full"
        error={errors.shipDate?.message}
        {...form.register("shipDate", { validate: wholeDate("shipDate", "Ship date") })}
      />
      <DateField
        label="Return date"
        optional
        width="full"
        error={errors.returnDate?.message}
        {...form.register("returnDate", { validate: wholeDate("returnDate", "Return date") })}
      />
      {ships && loanDays !== undefined && (
        <p className={styles.hint}>
          If you leave these empty, the ship date is today and the return date is {loanDays} days later.
        </p>
      )}
      <TextAreaField
        label="Note"
        optional
        width="full"
        rows={3}
        hint="For staff only. Borrowers can’t see it."
        maxLength={limits.prose}
        error={errors.orderNote?.message}
        {...form.register("orderNote")}
      />
    </>
  );
}

function StatusField({ form }: Pick<OrderFormProps, "form">) {
  const all = useQuery(statusesQuery).data ?? [];
  const offered = all.filter(({ statusId }) => statusId !== statuses.undefined);
  return (
    <RadioGroup
      label="Status"
      inline
      options={offered.map(({ statusId, statusName }) => ({ value: statusId, label: statusName }))}
      error={form.formState.errors.statusId?.message}
      {...form.register("statusId", { required: ownMessages.statusRequired })}
      name="statusId"
      required
    />
  );
}

/** A half-typed date reaches us as an empty one: the input itself knows better. */
function wholeDate(id: string, label: string) {
  return () => {
    const input = document.getElementById(id);
    return !(input instanceof HTMLInputElement && input.validity.badInput) || `${label} must be a whole date.`;
  };
}
