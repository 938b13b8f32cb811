import { useParams } from "#web/ui/router.tsx";
import { useQuery } from "@tanstack/react-query";
import { HistoryLink } from "#web/admin/activity-log.tsx";
import { ContentSections, EditSection } from "./edit-section.tsx";
import { MailTexts } from "./mail-texts.tsx";
import { sectionOf } from "./section-values.ts";
import { call } from "#web/lib/call.ts";
import { editableContentQuery } from "#web/site/staff-site-queries.ts";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row } from "#web/ui/layout.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";

export function SiteContentPage() {
  const typed = useParams()["section"];
  const section = typed?.toLowerCase() === "mail" ? "mail" : sectionOf(typed);
  const query = useQuery(editableContentQuery);
  return (
    <Page
      heading="Site content"
      lead="Texts, links, and logos for the public pages, and your own paragraphs in emails. Changes take effect right away."
      actions={<HistoryLink kind="site" />}
    >
      <ContentSections current={section} />
      <Fetched query={query} what="site content" skeleton={<SkeletonLines lines={12} />}>
        {(editable) =>
          section === "mail" ? (
            <MailTexts content={editable.content} />
          ) : (
            <EditSection
              key={section}
              section={section}
              editable={editable}
              more={section === "signUp" && <MailingList />}
            />
          )
        }
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
