import { useQuery } from "@tanstack/react-query";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { HistoryLink } from "#web/admin/history-link.tsx";
import { editableContentQuery } from "#web/site/edit/edit-queries.ts";
import { ContentSections, EditSection } from "#web/site/edit/edit-section.tsx";
import { sectionOf } from "#web/site/edit/section-values.ts";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function SiteContentPage() {
  const section = sectionOf(useParams()["section"]);
  const query = useQuery(editableContentQuery);
  return (
    <Page
      heading="Site content"
      lead="Texts, links, and logos for the public pages. Visitors see what you save right away."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
      actions={<HistoryLink kind="site" />}
    >
      <ContentSections current={section} />
      <Fetched query={query} what="site content" skeleton={<SkeletonLines lines={12} />}>
        {(editable) => (
          <EditSection
            key={section}
            section={section}
            editable={editable}
            more={section === "signUp" && <MailingList />}
          />
        )}
      </Fetched>
    </Page>
  );
}

function MailingList() {
  return (
    <Card heading="Mailing list">
      <p>
        All confirmed subscribers, for your email program. Each email you send must include the reader’s unsubscribe
        link (last column).
      </p>
      <Row>
        <DownloadButton file={() => call("GET MailingList/csv", {})} done="Mailing list downloaded.">
          Download mailing list CSV
        </DownloadButton>
      </Row>
    </Card>
  );
}
