import { useQuery, useQueryClient } from "@tanstack/react-query";
import { reminderRules, type ReminderSteps } from "#contract/orders/reminders.ts";
import { reminderStepsQuery } from "#web/orders/desk-queries.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useRebase } from "#web/ui/form/form-notices.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Card } from "#web/ui/card.tsx";

export function EditReminderSteps() {
  return (
    <Card heading="Reminders">
      <Fetched query={useQuery(reminderStepsQuery)} what="the reminders" skeleton={<Skeleton height="20rem" />}>
        {(steps) => <StepsForm steps={steps} />}
      </Fetched>
    </Card>
  );
}

const valuesOf = ({ daysBefore, daysAfter, suggestLostAfter }: ReminderSteps) => ({
  daysBefore: String(daysBefore),
  daysAfter: daysAfter.join(", "),
  suggestLostAfter: String(suggestLostAfter),
});
type Values = ReturnType<typeof valuesOf>;

const numberIn = (input: string) => (/^\d{1,5}$/.test(input.trim()) ? Number(input) : Number.NaN);

const bodyOf = ({ daysBefore, daysAfter, suggestLostAfter }: Values) => ({
  daysBefore: numberIn(daysBefore),
  daysAfter: daysAfter
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map(numberIn),
  suggestLostAfter: numberIn(suggestLostAfter),
});

/** Replaces unreadable numbers with ones out of range, so that the rules explain the valid range. */
function problemsOf(values: Values) {
  const body = bodyOf(values);
  const outOfRange = (days: number) => (Number.isNaN(days) ? 100_000 : days);
  const problems = brokenRules(reminderRules, {
    daysBefore: outOfRange(body.daysBefore),
    daysAfter: body.daysAfter.map(outOfRange),
    suggestLostAfter: outOfRange(body.suggestLostAfter),
  });
  const fields = new Map(problems.map(({ field, message }) => [field.split(".")[0] ?? field, message]));
  return [...fields].map(([field, message]) => ({ field, message }));
}

function StepsForm({ steps }: { steps: ReminderSteps }) {
  const client = useQueryClient();
  const base = { values: valuesOf(steps), version: steps.version };
  const form = useForm({
    stored: base,
    check: problemsOf,
    save: async (values, version) => {
      const body = { ...bodyOf(values), version: version ?? steps.version };
      const { data } = await call("POST Reminders/SaveSteps", { body });
      toast("Reminders saved.");
      client.setQueryData(reminderStepsQuery.queryKey, data);
      return { stored: { values: valuesOf(data), version: data.version } };
    },
  });
  useRebase(form, base);
  const days = { width: "s", autoComplete: "off", inputMode: "numeric" } as const;
  return (
    <Form form={form} label="Reminders" send="Save reminders">
      <TextField
        {...form.field("daysBefore")}
        {...days}
        label="Days before the due date"
        hint="Each order gets one reminder. Set to 0 to turn this off."
      />
      <TextField
        {...form.field("daysAfter")}
        label="Days overdue"
        width="l"
        autoComplete="off"
        hint="Separate days with commas. When a loan has been overdue this long, one email lists everything the borrower has overdue."
      />
      <TextField
        {...form.field("suggestLostAfter")}
        {...days}
        label="Suggest “Declare lost” (days overdue)"
        hint="Staff see the suggestion on the order. Nothing is declared lost automatically. Set to 0 to turn this off."
      />
    </Form>
  );
}
