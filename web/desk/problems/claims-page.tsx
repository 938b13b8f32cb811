import { useState } from "react";
import type { LetterOutcome, StaffClaim } from "#contract/desk/claims.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { ClaimState, costInWords } from "#web/desk/claims/claim-parts.tsx";
import { claims, kindWords } from "#web/orders/desk-queries.ts";
import { OrderLink, TitleAndCopy } from "#web/orders/order-parts.tsx";
import { call } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Inbox, Printer, SearchX } from "#web/ui/icons.tsx";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { ProblemFrame } from "./problem-frame.tsx";
import { ForRole } from "#web/lib/session.ts";
import { sentWords } from "#web/lib/site.ts";
import { DateText } from "#web/lib/formats.tsx";

export function ClaimsPage() {
  const [outcomes, setOutcomes] = useState<readonly LetterOutcome[]>();
  return (
    <ProblemFrame tab="claims" lead="Copies that are lost, claimed returned, damaged, or incomplete.">
      <List
        of={claims}
        name="claims"
        caption="Claims, newest first"
        columns={columns}
        rowKey="claimId"
        count={({ openCost }) => `Amount still owed: ${dollars(centsOf(openCost))}`}
        csv={(query) => call("GET Claims/csv", { query })}
        above={() => outcomes && <LettersSent outcomes={outcomes} />}
        choose={{
          id: ({ claimId }) => claimId,
          name: ({ claimId }) => `claim #${claimId}`,
          actions: (selection, clear, all) => (
            <>
              <ForRole least="manager">
                <ActionButton
                  size="small"
                  icon={<Inbox size={18} />}
                  disabled={selection.length === 0}
                  action={() =>
                    call("POST Claims/SendLetters", { body: { claimIds: selection.map(({ claimId }) => claimId) } })
                  }
                  onDone={({ data }) => {
                    setOutcomes(data);
                    clear();
                  }}
                  changes={["mail"]}
                >
                  Email letters
                </ActionButton>
              </ForRole>
              <ButtonLink
                to={`/admin/claim-letters?claims=${(selection.length === 0 ? all : selection).map(({ claimId }) => claimId).join(",")}`}
                look="quiet"
                icon={<Printer size={18} />}
              >
                {selection.length === 0 ? "Letters for these claims" : "Letters for the selected claims"}
              </ButtonLink>
            </>
          ),
        }}
        empty="Copies that are lost, claimed returned, or damaged appear here until they are settled."
        emptyIcon={<SearchX size={28} />}
      />
    </ProblemFrame>
  );
}

function LettersSent({ outcomes }: { outcomes: readonly LetterOutcome[] }) {
  const successes = outcomes.filter(({ refusal }) => refusal === null).length;
  return (
    <Outcomes
      title={sentWords(
        `Emailed letters for ${successes} of ${outcomes.length === 1 ? "1 claim" : `${outcomes.length} claims`}.`,
      )}
      label="Result for each letter"
      tone={successes === outcomes.length ? "success" : "warning"}
      lines={outcomes.map(({ claimId, refusal }) => ({
        key: claimId,
        words: `Claim #${claimId}: ${refusal?.message ?? sentWords("emailed.")}`,
      }))}
    />
  );
}

const columns: Column<StaffClaim>[] = [
  {
    head: "Copy",
    names: true,
    cell: (row) => (
      <RowLink to={`/admin/claims/${row.claimId}`}>
        <TitleAndCopy of={row} />
      </RowLink>
    ),
  },
  { head: "Kind", cell: ({ kind }) => kindWords[kind] },
  { head: "Borrower", cell: ({ borrowerName, schoolName }) => `${borrowerName}, ${schoolName}` },
  { head: "Order", cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
  { head: "Opened", cell: ({ openedAt }) => <DateText value={openedAt} /> },
  { head: "Cost", number: true, cell: (row) => costInWords(row) },
  { head: "Status", cell: (row) => <ClaimState of={row} /> },
];
