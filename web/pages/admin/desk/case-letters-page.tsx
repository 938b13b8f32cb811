import { useQuery } from "@tanstack/react-query";
import { caseFilters, caseLettersQuery } from "#web/features/circulation/cases/case-queries.ts";
import { CaseLetterSheets } from "#web/features/circulation/cases/letter/case-letter.tsx";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useSearchParams } from "#web/ui/router/router.tsx";

/** admin/caseletters?cases=1,2: the letters to the borrowers of these cases. */
export function CaseLettersPage() {
  const [search] = useSearchParams();
  const sender = useSiteConfiguration()?.content;
  return (
    <Page heading="Letters" back={<BackLink to={caseFilters.path}>Cases</BackLink>}>
      <Fetched
        query={useQuery(caseLettersQuery(search.get("cases") ?? ""))}
        what="the letters"
        skeleton={<Skeleton height="24rem" />}
        empty={<EmptyState title="No letters.">None of these borrowers owes anything anymore.</EmptyState>}
      >
        {(letters) => <CaseLetterSheets letters={letters} sender={sender} />}
      </Fetched>
    </Page>
  );
}
