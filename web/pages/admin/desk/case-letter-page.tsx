import { useQuery } from "@tanstack/react-query";
import { caseLetterQuery } from "#web/features/circulation/cases/case-queries.ts";
import { CaseLetterSheet } from "#web/features/circulation/cases/letter/case-letter.tsx";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useParams } from "#web/ui/router/router.tsx";

export function CaseLetterPage() {
  const caseId = Number(useParams().id);
  const sender = useSiteConfiguration()?.content;
  return (
    <Page heading="Letter" back={<BackLink to={`/admin/cases/${caseId}`}>Case #{caseId}</BackLink>}>
      <Fetched query={useQuery(caseLetterQuery(caseId))} what="letter" skeleton={<Skeleton height="24rem" />}>
        {(letter) => <CaseLetterSheet caseId={caseId} letter={letter} sender={sender} />}
      </Fetched>
    </Page>
  );
}
