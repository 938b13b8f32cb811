import { useQuery } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { limits, statuses } from "#contract/catalog/codes.ts";
import { carrierOf } from "#contract/orders/carrier.ts";
import { isFromOtherKeyboard, trackingNumberOf } from "#contract/desk/scans.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { orderList } from "#web/orders/desk-queries.ts";
import { useNoteStatus } from "#web/orders/order-details/order-notices.tsx";
import { CarrierLink } from "#web/orders/order-parts.tsx";
import { statusesQuery, useCacheOrder } from "#web/orders/order-queries.ts";
import { call } from "#web/lib/call.ts";
import { leaveFreely } from "#web/lib/kept-work.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { changedFields } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { Save } from "#web/ui/icons.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { partsLeft } from "./check-out-line.tsx";
import {
  baseOf,
  bodyOf,
  copiesOut,
  type OrderFormValues,
  orderLabels,
  problemsOf,
  valuesOf,
  warningsOf,
} from "./order-form-values.ts";
import styles from "./order-form.module.css";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useListOrigin } from "#web/ui/navigation/links.tsx";
import { DateField, TextAreaField, TextField } from "#web/ui/forms/text-fields.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { useNavigate } from "#web/ui/router.tsx";

/** Returns the list that the order was opened from: the orders to pack, or else the orders. */
export function useOrderOrigin(): { href: string; words: string } {
  const orders = useListOrigin(orderList.path) ?? orderList.path;
  const packing = useListOrigin("/admin/packing");
  return packing ? { href: packing, words: "Back to Pack orders" } : { href: orders, words: "Back to Orders" };
}

/** Asks about likely mistakes, saves, and continues to the list or the next new order. */
export function useOrderForm(order: StaffOrder, nextOrderId: number | undefined) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { href: listHref } = useOrderOrigin();
  const cache = useCacheOrder();
  const noteStatus = useNoteStatus();
  const out = copiesOut(order);
  /** Leaves without asking if only the status would be lost, because checking in the copies changes it, too. */
  const checkInAtReturns = (values: OrderFormValues) => ({
    label: out === 1 ? "Check it in at Returns" : "Check them in at Returns",
    choose: () => {
      if (changedFields(valuesOf(order), values).every((name) => name === "statusId")) leaveFreely();
      void navigate(`/admin/returns?order=${order.orderId}`);
    },
  });
  return useForm<OrderFormValues, "next">({
    stored: baseOf(order),
    check: (values) => problemsOf(order, values),
    ask: async (values) => {
      const warnings = warningsOf(order, values, partsLeft(order));
      const isBack = Number(values.statusId) === statuses.returned && order.statusId !== statuses.returned;
      const isOut = isBack && order.statusId === statuses.shipped && out > 0;
      if (warnings.length === 0 && !isOut) return true;
      const explanation = warnings.map((sentence) => <p key={sentence}>{sentence}</p>);
      if (isOut)
        return confirm({
          question: out === 1 ? "1 copy is still out. Is it here?" : `${out} copies are still out. Are they here?`,
          explanation,
          confirmLabel: out === 1 ? "It’s here" : "They’re all here",
          alternative: checkInAtReturns(values),
        });
      if (isBack)
        return confirm({ question: "Mark this order Returned?", explanation, confirmLabel: "Mark the order Returned" });
      return confirm({ question: "Save the order anyway?", explanation, confirmLabel: "Save anyway" });
    },
    save: async (values, version, how) => {
      const answer = await call("POST Order/UpdateOrder/", { body: bodyOf(order.orderId, version, values) });
      const savedOrder = answer.data;
      cache(answer);
      noteStatus(order, savedOrder);
      toast(messages.done.orderUpdated);
      const to = how === "next" && nextOrderId !== undefined ? `/admin/editorder/${nextOrderId}` : listHref;
      return { stored: baseOf(savedOrder), next: () => navigate(to, { state: { from: listHref } }) };
    },
  });
}

type OrderFormProps = { form: FormHandle<OrderFormValues, "next">; loanDays: number | undefined; hasNext: boolean };

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
  const choices = all.filter(({ statusId }) => statusId !== statuses.undefined);
  const carrier = carrierOf(trackingNumberOf(trackingNumber));
  const field = (name: keyof OrderFormValues) => ({ label: orderLabels[name], ...form.field(name) });
  return (
    <>
      <RadioGroup
        {...field("statusId")}
        inline
        required
        options={choices.map(({ statusId, statusName }) => ({ value: statusId, label: statusName }))}
      />
      <TextField
        {...field("trackingNumber")}
        optional
        width="full"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={limits.line}
      />
      {isFromOtherKeyboard(trackingNumber) && <Alert tone="warning">{ownMessages.otherKeyboard}</Alert>}
      {carrier && (
        <p className={styles.track}>
          <CarrierLink carrier={carrier} />
        </p>
      )}
      <DateField {...field("shipDate")} optional width="full" />
      <DateField {...field("returnDate")} optional width="full" />
      {Number(statusId) === statuses.shipped && loanDays !== undefined && (
        <p className={styles.hint}>
          If you leave these blank, the ship date is today and the return date is {loanDays} days later.
        </p>
      )}
      <TextAreaField
        {...field("orderNote")}
        optional
        width="full"
        rows={3}
        hint="For staff only. Borrowers can’t see it."
        maxLength={limits.prose}
      />
    </>
  );
}
