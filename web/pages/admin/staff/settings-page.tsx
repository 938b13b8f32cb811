import { codeLists } from "#contract/staff/code-lists.ts";
import { EditCodeList } from "#web/features/settings/codes/edit-code-list.tsx";
import { EditSettings } from "#web/features/settings/edit-settings.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { SectionLinks } from "#web/ui/navigation/section-links.tsx";
import { useParams } from "#web/ui/router/router.tsx";

const labels = { subjects: "Subjects", grades: "Grades" } as const;

/** admin/settings, and the lists of codes at admin/settings/subjects and admin/settings/grades. */
export function SettingsPage() {
  const asked = useParams()["section"]?.toLowerCase();
  const list = codeLists.find((name) => name === asked);
  const sections = [
    { to: "/admin/settings", label: "How the library lends", isCurrent: !list },
    ...codeLists.map((name) => ({ to: `/admin/settings/${name}`, label: labels[name], isCurrent: name === list })),
  ];
  return (
    <Page
      heading="Settings"
      documentTitle={list ? `${labels[list]} · Settings` : "Settings"}
      lead="How the library behaves. Changes hold within seconds."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <SectionLinks sections={sections} />
      {list ? <EditCodeList key={list} list={list} /> : <EditSettings />}
    </Page>
  );
}
