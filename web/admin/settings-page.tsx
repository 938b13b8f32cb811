import { codeLists } from "#contract/catalog/code-lists.ts";
import { EditReminderSteps } from "#web/orders/edit-reminder-steps.tsx";
import { EditCodeList } from "#web/catalog/codes/edit-code-list.tsx";
import {
  eachNumber,
  isSecurityChanged,
  type LibrarySettings,
  type NumberSetting,
  numberSettings,
  settingLabels,
  settingRules,
  type StoredSettings,
} from "#contract/admin/settings.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { proofRules } from "#contract/people/own-account.ts";
import { emptyProof, ProofFields } from "#web/people/fields/login-fields.tsx";
import { ownAccountQuery } from "#web/people/staff/staff-queries.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Form, SaveBar } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { settingsQuery } from "./admin-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SectionLinks } from "#web/ui/navigation/links.tsx";
import { useRebase } from "#web/ui/form/form-notices.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { useParams } from "#web/ui/router.tsx";
import styles from "./settings.module.css";

const labels = { subjects: "Subjects", grades: "Grades" } as const;

export function SettingsPage() {
  const section = useParams()["section"]?.toLowerCase();
  const list = codeLists.find((name) => name === section);
  const isReminders = section === "reminders";
  const query = useQuery({ ...settingsQuery, enabled: !list && !isReminders });
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
    >
      <SectionLinks sections={sections} />
      {isReminders && <EditReminderSteps />}
      {list && <EditCodeList key={list} list={list} />}
      {!part && (
        <Fetched query={query} what="the settings" skeleton={<Skeleton height="40rem" />}>
          {(stored) => <LendingRules stored={stored} />}
        </Fetched>
      )}
    </Page>
  );
}

type Name = keyof LibrarySettings;
type FormValues = Record<NumberSetting, string> &
  Pick<LibrarySettings, "requireTwoStep" | "senderName"> &
  typeof emptyProof;

const off = "Set to 0 to turn this off.";

const security = "Security";

const groups: { heading: string; fields: readonly (readonly [Name, string?])[] }[] = [
  {
    heading: "Lending",
    fields: [
      ["loanDays", "Applies to orders shipped or renewed from now on."],
      ["renewals", "How many times a borrower can renew. Set to 0 to let only staff renew."],
      ["lowStock", `Lists titles with this many copies left, or fewer. ${off}`],
    ],
  },
  {
    heading: "Limits",
    fields: [
      [
        "maxCopyDays",
        "Copies times days, added up over a borrower’s open orders. 10 copies for 30 days is 300 copy-days.",
      ],
      ["maxOpenClaims", "Borrowers with more can’t order, but staff can order for them. Set to 1,000 for no limit."],
    ],
  },
  {
    heading: "Waitlist and holds",
    fields: [["holdHours", "Counted from the email that says the copy is ready."]],
  },
  {
    heading: "Email",
    fields: [
      ["senderName", "Leave blank to use the library’s name."],
      ["returnMailMinutes", "Counted from the last copy scanned in."],
      ["maxMailsPerHour", "Emails over this limit are sent later."],
    ],
  },
  {
    heading: "Shipping times",
    fields: [["leadDays", "All three apply to orders placed from now on."], ["trailDays"], ["inspectionDays"]],
  },
  {
    heading: "Privacy",
    fields: [["anonymizeLoansMonths", `After that, names are removed for good. ${off}`]],
  },
  {
    heading: security,
    fields: [
      ["signInLogDays"],
      ["passwordMinLength", "Applies to new passwords."],
      ["idleMinutes"],
      ["requireTwoStep", "They set it up the next time they log in."],
    ],
  },
  {
    heading: "Backups",
    fields: [
      ["backupHour", "From 0 to 23, in the library’s time zone."],
      ["backupKeep", "The oldest are deleted."],
    ],
  },
];
const names = groups.flatMap(({ heading, fields }) => [
  ...fields.map(([name]) => name),
  ...(heading === security ? Object.keys(emptyProof) : []),
]);

const isNumber = (name: Name): name is NumberSetting => name in numberSettings;

function valuesOf(settings: LibrarySettings): FormValues {
  const { requireTwoStep, senderName } = settings;
  return { ...eachNumber((name) => String(settings[name])), requireTwoStep, senderName, ...emptyProof };
}

/** Returns the settings of a form. An invalid number becomes NaN, which breaks the rule of its field. */
function bodyOf(values: FormValues): LibrarySettings {
  const { requireTwoStep, senderName } = values;
  const number = (name: NumberSetting) => (/^\d{1,9}$/.test(values[name].trim()) ? Number(values[name]) : Number.NaN);
  return { ...eachNumber(number), requireTwoStep, senderName };
}

function LendingRules({ stored }: { stored: StoredSettings }) {
  const client = useQueryClient();
  const base = { values: valuesOf(stored.settings), version: stored.version };
  const owner = useQuery(ownAccountQuery).data;
  const needsProof = (values: FormValues) => isSecurityChanged(stored.settings, bodyOf(values));
  const form = useForm({
    names,
    stored: base,
    check: (values) => [
      ...brokenRules(settingRules, bodyOf(values)),
      ...(needsProof(values) ? brokenRules(proofRules, values) : []),
    ],
    save: async (values, version) => {
      const { password, code } = values;
      const proof = needsProof(values) ? { password, code } : {};
      const { data } = await call("POST Settings/Save", {
        body: { ...bodyOf(values), ...proof, version: version ?? stored.version },
      });
      toast("Settings saved.");
      client.setQueryData(settingsQuery.queryKey, data);
      return { stored: { values: valuesOf(data.settings), version: data.version } };
    },
  });
  useRebase(form, base);
  return (
    <Form form={form} spaced label="Settings">
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
            {heading === security && owner && needsProof(form.values) && (
              <>
                <p>To save this section, confirm that it’s you.</p>
                <ProofFields owner={{ ...owner, hasTwoStep: owner.twoStep.isOn }} form={form} />
              </>
            )}
          </div>
        </Card>
      ))}
      <SaveBar>
        <Button {...form.button} look="primary">
          Save settings
        </Button>
      </SaveBar>
    </Form>
  );
}
