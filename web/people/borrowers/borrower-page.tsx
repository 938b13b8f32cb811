import { useQuery } from "@tanstack/react-query";
import { borrowerPageQuery, borrowers } from "./borrower-queries.ts";
import { writingTo } from "#web/people/messages.ts";
import { PastTransfers, TransferLoans } from "./transfer-loans.tsx";
import { call } from "#web/lib/call.ts";
import { OneBorrower } from "./one-borrower.tsx";
import { Plus } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { useParams } from "#web/ui/router.tsx";
import { HistoryLink } from "#web/admin/activity-log.tsx";

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
      <ButtonLink to={writingTo.href({ to: "borrower", id })}>Write an email</ButtonLink>
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
