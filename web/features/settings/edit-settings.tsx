import type { SettingName, StoredSettings } from "#contract/staff/settings.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useFollowed } from "#web/ui/form/use-followed.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./edit-settings.module.css";
import { bodyOf, problemsOf, settingNames, valuesOf } from "./settings-form-values.ts";
import { settingsQuery } from "./settings-query.ts";

type Wording = { name: SettingName; label: string; hint?: string };

const groups: { heading: string; fields: Wording[] }[] = [
  {
    heading: "Loans",
    fields: [
      { name: "loanDays", label: "Days of a loan", hint: "For orders shipped or renewed from now on." },
      { name: "renewals", label: "Renewals by the borrower", hint: "How often for each order. 0: only staff renew." },
    ],
  },
  {
    heading: "Orders by teaching days",
    fields: [
      { name: "leadDays", label: "Business days out by post", hint: "For orders from now on; so are the others here." },
      { name: "trailDays", label: "Business days back by post" },
      { name: "inspectionDays", label: "Business days until it was inspected" },
    ],
  },
  {
    heading: "Limits",
    fields: [
      { name: "maxTitlesPerOrder", label: "Titles in an order" },
      { name: "maxCopiesPerBorrower", label: "Copies of a borrower", hint: "Ordered and out, together." },
      { name: "maxOrdersPerDay", label: "Orders of a borrower in 24 hours" },
      {
        name: "unconfirmedPercent",
        label: "Percent of these limits before the email address is confirmed",
      },
      {
        name: "maxOpenCases",
        label: "Open cases with which a borrower may order",
        hint: "0: none. 1,000: any number. Staff can still order for a caller.",
      },
    ],
  },
  {
    heading: "Desk and staff",
    fields: [
      {
        name: "returnMailMinutes",
        label: "Minutes until the email about a returned parcel",
        hint: "Counted from its last scanned copy.",
      },
      { name: "holdHours", label: "Hours that a copy is held for the next in line", hint: "Counted from the email." },
      {
        name: "lowStock",
        label: "Copies left at low stock",
        hint: "Counts titles of which copies are out or promised. 0: none.",
      },
      { name: "staffIdleMinutes", label: "Minutes until an unused staff session ends" },
    ],
  },
  {
    heading: "Borrowers",
    fields: [
      {
        name: "forgetLoansMonths",
        label: "Months until ended loans lose their borrower",
        hint: "0: never. What is forgotten does not come back.",
      },
      { name: "maxMailsPerHour", label: "Emails to one address in an hour", hint: "More of them wait." },
    ],
  },
];

/** How the library behaves, for managers to change. */
export function EditSettings() {
  return (
    <Fetched query={useQuery(settingsQuery)} what="the settings" skeleton={<Skeleton height="40rem" />}>
      {(stored) => <SettingsForm stored={stored} />}
    </Fetched>
  );
}

function SettingsForm({ stored }: { stored: StoredSettings }) {
  const client = useQueryClient();
  const { settings, first } = stored;
  const base = { values: valuesOf(settings), version: stored.version };
  const form = useForm({
    names: settingNames,
    stored: base,
    check: problemsOf,
    save: async (values, version) => {
      const { data } = await call("POST Settings/Save", {
        body: { ...bodyOf(values), version: version ?? stored.version },
      });
      toast("Settings saved.");
      client.setQueryData(settingsQuery.queryKey, data);
      return { stored: { values: valuesOf(data.settings), version: data.version } };
    },
  });
  useFollowed(form, base);
  return (
    <Form form={form} className={styles.form} label="Settings">
      {groups.map(({ heading, fields }) => (
        <Card key={heading} heading={heading}>
          <div className={styles.group}>
            {fields.map(({ name, label, hint = "" }) => (
              <TextField
                key={name}
                {...form.field(name)}
                label={label}
                hint={`${hint} Installed with ${first[name].toLocaleString("en-US")}.`.trim()}
                width="s"
                autoComplete="off"
                inputMode="numeric"
              />
            ))}
          </div>
        </Card>
      ))}
      <Row>
        <Button {...form.button} look="primary">
          Save settings
        </Button>
      </Row>
    </Form>
  );
}
