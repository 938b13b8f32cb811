import { useQuery } from "@tanstack/react-query";
import { borrowerPageQuery, borrowers } from "./borrower-queries.ts";
import { PastTransfers, TransferLoans } from "./transfer-loans.tsx";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { OneBorrower } from "./one-borrower.tsx";
import { HistoryLink } from "#web/admin/history-link.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Plus } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";

export function BorrowerPage() {
  const id = Number(useParams().id);
  const query = useQuery(borrowerPageQuery(id));
  const { data } = query;
  const actions = data && (
    <>
      <HistoryLink kind="borrowers" subjectId={id} />
      <TransferLoans of={data} />
      <DownloadButton
        file={() => call("GET Borrowers/ClearanceLetter/{id}", { params: { id } })}
        done="Clearance letter downloaded."
      >
        Download clearance letter
      </DownloadButton>
      <ButtonLink
        to={`/admin/callerorder?caller=${encodeURIComponent(data.emailAddress)}`}
        look="primary"
        icon={<Plus size={18} />}
      >
        Order for this borrower
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading={data?.borrowerName ?? "Borrower"}
      back={<BackToList path={borrowers.path}>Back to Borrowers</BackToList>}
      actions={actions}
    >
      <Fetched query={query} what="the borrower" skeleton={<Skeleton height="40rem" />}>
        {(borrower) => (
          <Stack>
            <PastTransfers of={borrower} />
            <OneBorrower key={id} of={borrower} />
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}
