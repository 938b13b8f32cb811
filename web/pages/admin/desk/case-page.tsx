import { useQuery } from "@tanstack/react-query";
import { caseFilters, caseQuery } from "#web/features/circulation/cases/case-queries.ts";
import { OneCase } from "#web/features/circulation/cases/one-case.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useParams } from "#web/ui/router/router.tsx";

export function CasePage() {
  const caseId = Number(useParams().id);
  return (
    <Page heading={`Case #${caseId}`} back={<BackToList path={caseFilters.path}>Back to Cases</BackToList>}>
      <Fetched query={useQuery(caseQuery(caseId))} what="case" skeleton={<Skeleton height="24rem" />}>
        {(one) => <OneCase key={`${one.caseId} ${one.outcome}`} of={one} />}
      </Fetched>
    </Page>
  );
}
