import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { JustRemoved } from "#web/features/catalog/thesaurus/just-removed.tsx";
import { ThesaurusList } from "#web/features/catalog/thesaurus/thesaurus-list.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Plus } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function ThesaurusPage() {
  return (
    <Page
      heading="Thesaurus"
      lead="Words that people type and titles put differently, in English and Spanish. A change applies to the next search."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
      actions={
        <>
          <HistoryLink kind="thesaurus" />
          <ButtonLink to="/admin/thesaurus/add" look="primary" icon={<Plus size={18} />}>
            Add entry
          </ButtonLink>
        </>
      }
    >
      <JustRemoved />
      <ThesaurusList />
    </Page>
  );
}
