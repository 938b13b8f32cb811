import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "#web/ui/router/router.tsx";
import type { StaffOrder } from "#contract/circulation.ts";
import { nextNewOrderQuery } from "#web/features/circulation/order-queries.ts";
import { orderFilters } from "#web/features/circulation/order-list/order-filters.ts";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { keptWork, useKeptWork, useReturnedWork } from "#web/lib/kept-work.ts";
import { StaleNotice } from "#web/ui/feedback/stale-notice.tsx";
import { WorkIsBack } from "#web/ui/feedback/work-is-back.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useUnsavedChanges } from "#web/ui/overlay/use-unsaved-changes.ts";
import type { ScanSlot } from "./check-out-lines.tsx";
import { CheckOutLines } from "./check-out-lines.tsx";
import { OrderForm } from "./order-form.tsx";
import styles from "./order-form.module.css";
import type { FormBase, OrderFormValues } from "./order-form-values.ts";
import { bodyOf, rebase, surprisesOf, valuesOf } from "./order-form-values.ts";
import { ShipTo } from "./ship-to.tsx";
import { useSaveOrder } from "./order-mutations.ts";

const work = keptWork<{ base: FormBase; values: OrderFormValues }>();

type EditOrderProps = {
  order: StaffOrder;
  loanDays: number | undefined;
  /** Fetches the order as it stands now. */
  onReload: () => Promise<StaffOrder | undefined>;
  /** Where copies are scanned onto the order. */
  scan?: ScanSlot;
};

/** An order to work on: check-out at the left, status and shipping at the right. Give it a key of the order's id. */
export function EditOrder({ order, loanDays, onReload, scan }: EditOrderProps) {
  const returned = useReturnedWork(work, String(order.orderId));
  const form = useForm<OrderFormValues>({
    defaultValues: returned?.base.values ?? valuesOf(order),
    shouldFocusError: false,
  });
  const baseRef = useRef<FormBase>(returned?.base ?? { version: order.version, values: valuesOf(order) });
  const { isDirty } = form.formState;
  useFilledIn(form, returned?.values);
  useKeptWork(work, String(order.orderId), () =>
    isDirty ? { base: baseRef.current, values: form.getValues() } : undefined,
  );
  const [stale, setStale] = useState<string>();
  useFollowing(order, form, baseRef);
  const next = useQuery(nextNewOrderQuery(order.orderId)).data;
  const { saving, save } = useSave({ order, form, baseRef, nextOrderId: next ?? undefined, onStale: setStale });

  const reload = async (keeping: boolean) => {
    const fresh = await onReload();
    if (!fresh) return;
    baseRef.current = { version: fresh.version, values: valuesOf(fresh) };
    // what the clerk typed stays if he wants it to, everything else becomes what is stored now
    form.reset(valuesOf(fresh), { keepDirtyValues: keeping });
    setStale(undefined);
    document.querySelector<HTMLElement>('input[name="statusId"]:checked')?.focus();
  };
  return (
    <Stack>
      {stale && <StaleNotice message={stale} onReload={reload} />}
      {returned && isDirty && <WorkIsBack />}
      <div className={styles.sides}>
        <CheckOutLines order={order} scan={scan} />
        <OrderForm
          form={form}
          loanDays={loanDays}
          saving={saving}
          hasNext={Boolean(next)}
          onSave={(then) => void save(then)}
        />
        <ShipTo order={order} />
      </div>
    </Stack>
  );
}

/** Shows what was typed before the session ended; it counts as unsaved. */
function useFilledIn(form: Form, values: OrderFormValues | undefined): void {
  const first = useRef({ form, values });
  useEffect(() => {
    const { form, values } = first.current;
    if (!values) return;
    form.setValue("statusId", values.statusId, { shouldDirty: true });
    form.setValue("trackingNumber", values.trackingNumber, { shouldDirty: true });
    form.setValue("shipDate", values.shipDate, { shouldDirty: true });
    form.setValue("returnDate", values.returnDate, { shouldDirty: true });
    form.setValue("orderNote", values.orderNote, { shouldDirty: true });
  }, []);
}

type Form = ReturnType<typeof useForm<OrderFormValues>>;
type Base = { current: FormBase };

/** Nothing typed yet: the form shows what is stored. Something typed: it stays, and only its version may move on. */
function useFollowing(order: StaffOrder, form: Form, baseRef: Base): void {
  const { reset, formState } = form;
  const { isDirty } = formState;
  useEffect(() => {
    if (order.version === baseRef.current.version) return;
    if (isDirty) {
      baseRef.current = rebase(baseRef.current, order);
    } else {
      baseRef.current = { version: order.version, values: valuesOf(order) };
      reset(valuesOf(order));
    }
  }, [order, reset, isDirty, baseRef]);
}

type Saving = {
  order: StaffOrder;
  form: Form;
  baseRef: Base;
  nextOrderId: number | undefined;
  onStale: (message: string) => void;
};

const unsaved = "Your changes to this order aren’t saved yet.";

/** Saves, after a question where the choice is surprising, and goes on: to the list, or to the next new order. */
function useSave({ order, form, baseRef, nextOrderId, onStale }: Saving) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const listHref = useCameFrom(orderFilters.path) ?? orderFilters.path;
  const leaveWithoutAsking = useUnsavedChanges(form.formState.isDirty, unsaved);
  const { mutateAsync, isPending } = useSaveOrder();
  const [then, setThen] = useState<"list" | "next">("list");
  const running = useRef(false); // why: what is drawn lags behind a second press

  const send = async (values: OrderFormValues, go: "list" | "next") => {
    const surprises = surprisesOf(order, values);
    if (surprises.length > 0) {
      const explanation = surprises.map((sentence) => <p key={sentence}>{sentence}</p>);
      if (
        !(await confirm({
          question: "Save it as is?",
          explanation,
          confirmLabel: "Save anyway",
          cancelLabel: "Go back",
        }))
      )
        return;
    }
    try {
      await mutateAsync(bodyOf(order.orderId, baseRef.current.version, values));
    } catch (error) {
      // told by a toast; what can be mended here is also said where it stays
      if (!(error instanceof CallFailed)) return;
      for (const { field, message } of error.errors) if (isField(field)) form.setError(field, { message });
      if (isRefusedFor(error, "stale")) onStale(error.message);
      return;
    }
    leaveWithoutAsking();
    const to = go === "next" && nextOrderId !== undefined ? `/admin/editorder/${nextOrderId}` : listHref;
    await navigate(to, { state: { from: listHref } });
  };
  const save = async (go: "list" | "next") => {
    if (running.current) return;
    running.current = true;
    setThen(go);
    await form
      .handleSubmit((values) => send(values, go))()
      .finally(() => (running.current = false));
  };
  return { saving: isPending ? then : undefined, save };
}

function isField(name: string): name is keyof OrderFormValues {
  return ["statusId", "trackingNumber", "shipDate", "returnDate", "orderNote"].includes(name);
}
