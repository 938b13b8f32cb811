import { useQuery } from "@tanstack/react-query";
import { useParams } from "#web/ui/router/router.tsx";
import { auditFilters } from "#web/features/audit/audit-filters.ts";
import { editableContentQuery } from "#web/features/content/edit/edit-queries.ts";
import { EditSection, SectionLinks } from "#web/features/content/edit/edit-section.tsx";
import { sectionOf } from "#web/features/content/edit/section-values.ts";
import { SubscribersCsv } from "#web/features/content/sign-up/subscribers-csv.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History } from "#web/ui/icons.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/sitecontent and admin/sitecontent/{section} */
export function SiteContentPage() {
  const section = sectionOf(useParams()["section"]);
  const query = useQuery(editableContentQuery);
  return (
    <Page
      heading="Site content"
      lead="Texts, links, and logos for the public pages. Visitors see what you save right away."
      actions={
        <ButtonLink to={auditFilters.href({ kind: "site" })} look="quiet" icon={<History size={18} />}>
          Audit
        </ButtonLink>
      }
    >
      <SectionLinks current={section} />
      <Fetched query={query} what="site content" skeleton={<SkeletonLines lines={12} />}>
        {(editable) => (
          <EditSection
            key={section}
            section={section}
            editable={editable}
            more={section === "signUp" && <SubscribersCsv />}
          />
        )}
      </Fetched>
    </Page>
  );
}
