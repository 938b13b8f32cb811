import { codeLists } from "#contract/catalog/code-lists.ts";
import { EditReminderSteps } from "#web/orders/edit-reminder-steps.tsx";
import { EditCodeList } from "#web/catalog/codes/edit-code-list.tsx";
import { EditSettings } from "#web/admin/edit-settings.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { SectionLinks } from "#web/ui/navigation/section-links.tsx";
import { useParams } from "#web/ui/router/router.tsx";

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
