import type { Item } from "#contract/catalog/catalog.ts";
import type { BorrowersOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { mailBackDays, mailBackInWords, mayChangeOwn } from "#web/orders/status.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { ActionButton, DialogButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { Ban, Pencil, RotateCcw, Trash, Undo2 } from "#web/ui/icons.tsx";
import { useEffect, useState } from "react";
import { ChangeDatesDialog } from "#web/orders/dates/change-dates-dialog.tsx";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";

type ChangeProps = {
  order: BorrowersOrder;
  /** Time of the fetch, in milliseconds. */
  readAt: number;
};

type Of = NonNullable<BorrowersOrder["undo"]>["of"];

function useUndoable({ undo }: BorrowersOrder, readAt: number, of: Of) {
  const isInTime = useIsBefore(undo === null ? undefined : readAt + undo.seconds * 1000);
  return undo?.of === of && isInTime ? undo : undefined;
}

const focusHeading = () => focusOn(document.querySelector("main h1")); // the pressed button disappears

/** Shows Undo for two minutes after a cancellation, on any device. */
export function CancelOwnOrder({ order, readAt }: ChangeProps) {
  const { orderId, statusId } = order;
  const { t } = useLanguage();
  const refresh = useRefresh();
  const undo = useUndoable(order, readAt, "cancellation");
  if (undo) {
    return (
      <ActionButton
        key="only"
        icon={<Undo2 size={18} />}
        action={() => call("POST Order/Undo/{eventId}", { params: { eventId: undo.eventId } })}
        done={t("Your order is active again.")}
        after={refresh}
      >
        {t("Undo")}
      </ActionButton>
    );
  }
  if (statusId !== statuses.new) return null;
  return (
    <ActionButton
      key="only"
      icon={<Ban size={18} />}
      ask={{
        question: t("Cancel this order?"),
        explanation: <p>{t("Nothing will be shipped. You can order again at any time.")}</p>,
        confirmLabel: t("Cancel order"),
        cancelLabel: t("Keep order"),
        danger: true,
      }}
      action={() => call("POST Order/CancelOwn/{orderId}", { params: { orderId }, body: { reason: "" } })}
      done={t("Your order is canceled.")}
      after={refresh}
    >
      {t("Cancel order")}
    </ActionButton>
  );
}

/** Shows Undo for two minutes after a renewal. */
export function RenewOwn({ order, readAt }: ChangeProps) {
  const { t, code } = useLanguage();
  const refresh = useRefresh();
  const undo = useUndoable(order, readAt, "renewal");
  const { orderId, renewable } = order;
  const back = undo ? order.back : renewable;
  const params = { orderId };
  if (!back) return null;
  // the button disappears after a refusal
  const onFailure = (error: unknown) => {
    focusHeading();
    throw error;
  };
  return (
    <Card heading={t("Need it longer?")}>
      <Stack>
        <p>
          {undo
            ? `${t("You renewed it.")} ${mailBackInWords(back, { t, code })}`
            : t("If you renew it, mail it back by {back} so that it reaches us by {due}.", mailBackDays(back, code))}
        </p>
        <div>
          {undo ? (
            <ActionButton
              key="only"
              icon={<Undo2 size={18} />}
              action={() => call("POST Order/Undo/{eventId}", { params: { eventId: undo.eventId } }).catch(onFailure)}
              done={t("Renewal undone. The earlier due date applies again.")}
              after={refresh}
            >
              {t("Undo")}
            </ActionButton>
          ) : (
            <ActionButton
              key="only"
              icon={<RotateCcw size={18} />}
              action={() => call("POST Order/RenewOwn/{orderId}", { params }).catch(onFailure)}
              done={t("Your order is renewed.")}
              after={refresh}
            >
              {t("Renew")}
            </ActionButton>
          )}
        </div>
      </Stack>
    </Card>
  );
}

export function ChangeOwnDays({ order }: { order: BorrowersOrder }) {
  const { orderId, days } = order;
  const { t } = useLanguage();
  const refresh = useRefresh();
  if (!days || !mayChangeOwn(order)) return null;
  const send = async (body: { teachFrom: string | null; teachTo: string | null }) => {
    await call("POST Order/ChangeOwnDays/{orderId}", { params: { orderId }, body });
    await refresh();
  };
  return (
    <DialogButton
      size="small"
      icon={<Pencil size={18} />}
      dialog={(close) => <ChangeDatesDialog days={days} send={send} onClose={close} />}
    >
      {t("Change dates")}
    </DialogButton>
  );
}

export function RemoveTitle({ orderId, item: { inventoryId, title } }: { orderId: number; item: Item }) {
  const { t } = useLanguage();
  const refresh = useRefresh();
  const label = t("Remove it from the order");
  return (
    <ActionButton
      size="small"
      icon={<Trash size={16} />}
      aria-label={`${label}: ${title}`}
      ask={{
        question: t("Remove “{title}” from the order?", { title }),
        confirmLabel: label,
        cancelLabel: t("Keep it"),
        danger: true,
      }}
      action={() => call("POST Order/RemoveOwnTitle/{orderId}", { params: { orderId }, body: { inventoryId } })}
      onDone={focusHeading}
      done={t("Your order was changed.")}
      after={refresh}
    >
      {label}
    </ActionButton>
  );
}

/** Returns whether a time in milliseconds is in the future. Renders again when it passes. */
export function useIsBefore(moment: number | undefined): boolean {
  const [pastMoment, setPastMoment] = useState<number>();
  useEffect(() => {
    if (moment === undefined) return undefined;
    const timer = setTimeout(() => setPastMoment(moment), Math.max(0, moment - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return moment !== undefined && moment !== pastMoment;
}
