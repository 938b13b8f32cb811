import { codeLists } from "#contract/catalog/code-lists.ts";
import { EditReminderSteps } from "#web/orders/edit-reminder-steps.tsx";
import { EditCodeList } from "#web/catalog/codes/edit-code-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { SectionLinks } from "#web/ui/navigation/section-links.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import {
  eachNumber,
  type LibrarySettings,
  type NumberSetting,
  numberSettings,
  settingLabels,
  settingRules,
  type StoredSettings,
} from "#contract/admin/settings.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useFollowed } from "#web/ui/form/use-followed.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "./edit-settings.module.css";
import { settingsQuery } from "./admin-queries.ts";

const labels = { subjects: "Subjects", grades: "Grades" } as const;

/** admin/settings, the reminders, which admin/mail has too, and the lists of codes: admin/settings/subjects and grades. */
export function SettingsPage() {
  const asked = useParams()["section"]?.toLowerCase();
  const list = codeLists.find((name) => name === asked);
  const isReminders = asked === "reminders";
  const sections = [
    { to: "/admin/settings", label: "Lending rules", isCurrent: !list && !isReminders },
    { to: "/admin/settings/reminders", label: "Reminders", isCurrent: isReminders },
    ...codeLists.map((name) => ({ to: `/admin/settings/${name}`, label: labels[name], isCurrent: name === list })),
  ];
  const part = list ? labels[list] : isReminders && "Reminders";
  return (
    <Page
      heading="Settings"
      documentTitle={part ? `${part} · Settings` : "Settings"}
      lead="Lending rules. Changes take effect right away."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <SectionLinks sections={sections} />
      {isReminders && <EditReminderSteps />}
      {list && <EditCodeList key={list} list={list} />}
      {!part && <EditSettings />}
    </Page>
  );
}

type Name = keyof LibrarySettings;
type FormValues = Record<NumberSetting, string> & Pick<LibrarySettings, "requireTwoStep" | "senderName">;

const off = "Set to 0 to turn this off.";

const groups: { heading: string; fields: readonly (readonly [Name, string?])[] }[] = [
  {
    heading: "Lending",
    fields: [
      ["loanDays", "For orders shipped or renewed from now on."],
      ["renewals", "How often a borrower may renew. With 0, only staff can."],
      ["lowStock", `Titles with this many copies or fewer left are listed. ${off}`],
    ],
  },
  {
    heading: "Limits",
    fields: [
      ["maxTitlesPerOrder"],
      ["maxCopiesPerBorrower", "Counts copies ordered and on loan."],
      ["maxOrdersPerDay"],
      ["maxOpenClaims", "With more, they can't order. 1,000 means no limit. Staff can still order for them."],
      ["unconfirmedPercent"],
    ],
  },
  {
    heading: "Waitlist and holds",
    fields: [["holdHours", "Starts with the email that says the copy is here."]],
  },
  {
    heading: "Email",
    fields: [
      ["senderName", "Leave blank to use the library's name."],
      ["returnMailMinutes", "Starts with the last copy scanned in."],
      ["maxMailsPerHour", "More emails wait."],
    ],
  },
  {
    heading: "Shipping times",
    fields: [["leadDays", "For orders placed from now on, like the others here."], ["trailDays"], ["inspectionDays"]],
  },
  {
    heading: "Privacy and security",
    fields: [
      ["anonymizeLoansMonths", `Older loans are made anonymous for good. ${off}`],
      ["signInLogDays"],
      ["passwordMinLength", "For passwords chosen from now on."],
      ["staffIdleMinutes"],
      ["requireTwoStep", "They set it up the next time they log in."],
    ],
  },
  {
    heading: "Backups",
    fields: [
      ["backupHour", "From 0 to 23, in the library's time zone."],
      ["backupKeep", "The oldest are deleted."],
    ],
  },
];
const names = groups.flatMap(({ fields }) => fields.map(([name]) => name));

const isNumber = (name: Name): name is NumberSetting => name in numberSettings;

function valuesOf(settings: LibrarySettings): FormValues {
  const { requireTwoStep, senderName } = settings;
  return { ...eachNumber((name) => String(settings[name])), requireTwoStep, senderName };
}

/** What is no number becomes NaN, which breaks the rule of its field. */
function bodyOf(values: FormValues): LibrarySettings {
  const { requireTwoStep, senderName } = values;
  const number = (name: NumberSetting) => (/^\d{1,9}$/.test(values[name].trim()) ? Number(values[name]) : Number.NaN);
  return { ...eachNumber(number), requireTwoStep, senderName };
}

export function EditSettings() {
  return (
    <Fetched query={useQuery(settingsQuery)} what="the settings" skeleton={<Skeleton height="40rem" />}>
      {(stored) => <SettingsForm stored={stored} />}
    </Fetched>
  );
}

function SettingsForm({ stored }: { stored: StoredSettings }) {
  const client = useQueryClient();
  const base = { values: valuesOf(stored.settings), version: stored.version };
  const form = useForm({
    names,
    stored: base,
    check: (values) => brokenRules(settingRules, bodyOf(values)),
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
            {fields.map(([name, hint]) =>
              name === "requireTwoStep" ? (
                <CheckboxField
                  key={name}
                  name={name}
                  label={settingLabels[name]}
                  hint={hint}
                  checked={form.values[name]}
                  onChange={({ target }) => form.change({ [name]: target.checked })}
                />
              ) : (
                <TextField
                  key={name}
                  {...form.field(name)}
                  label={settingLabels[name]}
                  hint={hint}
                  width={isNumber(name) ? "s" : "l"}
                  autoComplete="off"
                  {...(isNumber(name) && { inputMode: "numeric" })}
                />
              ),
            )}
          </div>
        </Card>
      ))}
      <div className={styles.actions}>
        <Button {...form.button} look="primary">
          Save settings
        </Button>
      </div>
    </Form>
  );
}
