import { queueDaysRules, type QueuePlace } from "#contract/borrowers/queue.ts";
import { today } from "#web/features/circulation/status/due.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { changePlace, useQueue } from "./queue-queries.ts";

type DaysValues = { neededFrom: string; neededTo: string };

/** As sent: an empty day is none. */
const daysOf = ({ neededFrom, neededTo }: DaysValues) => ({
  neededFrom: neededFrom || null,
  neededTo: neededTo || null,
});

/** Asks on which days a title is needed: until they are near, others are served first. */
export function NeededDays({ place, onClose }: { place: QueuePlace; onClose: () => void }) {
  const { t } = useLanguage();
  const { refresh } = useQueue();
  const values: DaysValues = { neededFrom: place.neededFrom ?? "", neededTo: place.neededTo ?? "" };
  const form = useForm({
    names: ["neededFrom", "neededTo"],
    stored: { values },
    check: (typed: DaysValues) => brokenRules(queueDaysRules, daysOf(typed)),
    objection: (error) => refusalOf(error),
    save: async (typed) => {
      await changePlace(place, daysOf(typed));
      await refresh();
      toast(t("Saved. You keep your place."));
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={t("When do you need it?")} send={t("Save")}>
      <Stack>
        <p>
          {t(
            "Leave both empty to get it as soon as it is back. With both days, we hold them for you once a copy is free on them. With the first day only, others go first until shortly before.",
          )}
        </p>
        <DateField label={t("First day")} optional min={today()} {...form.field("neededFrom")} />
        <DateField label={t("Last day")} optional min={today()} {...form.field("neededTo")} />
      </Stack>
    </FormDialog>
  );
}
