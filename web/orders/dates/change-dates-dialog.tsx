import type { OrderDays } from "#contract/orders/orders.ts";
import { orderDaysRules } from "#contract/orders/order-changes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { refusalOf } from "#web/lib/call.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Stack } from "#web/ui/layout.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useIsStaff } from "#web/lib/session.ts";
import { DatePicker } from "./date-picker.tsx";
import { ResultingDates } from "./resulting-dates.tsx";

type Teaching = { teachFrom: string | null; teachTo: string | null };
type Values = { teachFrom: string; teachTo: string };

const bodyOf = ({ teachFrom, teachTo }: Values): Teaching => ({
  teachFrom: teachFrom || null,
  teachTo: teachTo || null,
});

type ChangeDatesDialogProps = {
  days: OrderDays | undefined;
  version?: number;
  send: (days: Teaching, version: number | null | undefined) => Promise<void>;
  onClose: () => void;
};

export function ChangeDatesDialog({ days, version, send, onClose }: ChangeDatesDialogProps) {
  const { t } = useLanguage();
  const isStaff = useIsStaff();
  const form = useForm<Values>({
    stored: { values: { teachFrom: days?.teachFrom ?? "", teachTo: days?.teachTo ?? "" }, version },
    check: (values) => brokenRules(orderDaysRules, bodyOf(values)),
    objection: refusalOf,
    save: async (values, formVersion) => {
      await send(bodyOf(values), formVersion);
      toast(t("Dates changed."));
      onClose();
    },
  });
  const { teachFrom: from, teachTo: to } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isStaff ? "When will they use it in class?" : t("When will you use it in class?")}
      send={t("Save")}
      width="wide"
      canSend={from !== ""}
    >
      <Stack>
        <p>{t("Every title in the order moves to these dates if it’s available then.")}</p>
        <DatePicker
          titles={[]}
          choice={from === "" ? undefined : { from, ...(to !== "" && { to }) }}
          onChoose={(choice) => form.change({ teachFrom: choice.from, teachTo: choice.to ?? "" })}
        >
          {(dates) => !isStaff && <ResultingDates teaching={dates} />}
        </DatePicker>
      </Stack>
    </FormDialog>
  );
}
