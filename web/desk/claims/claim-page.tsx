import { useQuery } from "@tanstack/react-query";
import { settlements, type StaffClaim } from "#contract/desk/claims.ts";
import { partInWords, partsOf } from "#contract/catalog/parts.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import {
  ClaimState,
  CostField,
  costInWords,
  NoteField,
  outcomeWords,
  problemsOfClaim,
  UndoClaim,
} from "./claim-parts.tsx";
import { claimQuery, claims, kindWords } from "#web/orders/desk-queries.ts";
import { ReportWords } from "#web/orders/order-details/order-notices.tsx";
import { BorrowerLink, OrderLink, TitleLink } from "#web/orders/order-parts.tsx";
import { staffOrderQuery } from "#web/orders/order-queries.ts";
import { LoanPhotos } from "#web/orders/photos.tsx";
import { call } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { copyName, DateText } from "#web/lib/formats.tsx";
import { ForRole } from "#web/lib/session.ts";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { useParams } from "#web/ui/router.tsx";

export function ClaimPage() {
  const claimId = Number(useParams().id);
  return (
    <Page heading={`Claim #${claimId}`} back={<BackToList path={claims.path}>Back to Problems</BackToList>}>
      <Fetched query={useQuery(claimQuery(claimId))} what="claim" skeleton={<Skeleton height="24rem" />}>
        {(claim) => <OneClaim key={`${claim.claimId} ${claim.outcome}`} of={claim} />}
      </Fetched>
    </Page>
  );
}

function OneClaim({ of }: { of: StaffClaim }) {
  return (
    <Stack>
      <Facts of={of} />
      {of.outcome === null && of.kind !== "claimed returned" && (
        <Row>
          <ButtonLink to={`/admin/claim-letter/${of.claimId}`}>Letter to the borrower</ButtonLink>
        </Row>
      )}
      <Card heading="Photos">
        <LoanPhotos loanId={of.orderInventoryItemId} name={copyName(of)} />
      </Card>
      <BorrowerReports orderId={of.orderId} />
      {of.outcome === null && (
        <ForRole least="manager">
          <Settle of={of} />
          <CostAndNote of={of} />
        </ForRole>
      )}
    </Stack>
  );
}

/** Shows the borrower's reports about the order, because the claim may be about one of them. */
function BorrowerReports({ orderId }: { orderId: number }) {
  const { reports = [] } = useQuery(staffOrderQuery(orderId)).data ?? {};
  if (reports.length === 0) return null;
  return (
    <Card heading="Reported by the borrower">
      <Stack>
        <ReportWords reports={reports} />
      </Stack>
    </Card>
  );
}

function Facts({ of }: { of: StaffClaim }) {
  return (
    <Card heading={kindWords[of.kind]} actions={<UndoClaim of={of} />}>
      <DescriptionList
        items={[
          { term: "Status", value: <ClaimState of={of} /> },
          {
            term: "Copy",
            value: (
              <>
                <TitleLink of={of} />, {copyName(of)}
              </>
            ),
          },
          {
            term: "Borrower",
            value: (
              <>
                <BorrowerLink of={of} />, {of.schoolName}
              </>
            ),
          },
          { term: "Order", value: <OrderLink orderId={of.orderId} /> },
          ...(of.parts === "" ? [] : [{ term: "Missing parts", value: <MissingParts parts={of.parts} /> }]),
          { term: "Cost", value: costInWords(of) },
          { term: "Note", value: of.note },
          { term: "Opened", value: <Step at={of.openedAt} by={of.openedByName} /> },
          ...(of.closedAt === null
            ? []
            : [
                { term: "Closed", value: <Step at={of.closedAt} by={of.closedByName} /> },
                { term: "Closing note", value: of.closingNote },
              ]),
        ]}
      />
    </Card>
  );
}

function MissingParts({ parts }: Pick<StaffClaim, "parts">) {
  return (
    <ul>
      {partsOf(parts).map((part) => (
        <li key={part.name}>
          {partInWords(part)}
          {part.cost && `, ${dollars(part.count * centsOf(part.cost))}`}
        </li>
      ))}
    </ul>
  );
}

function Step({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <DateText value={at} />
      {by && `, ${by}`}
    </>
  );
}

const settlementOptions = settlements.map((outcome) => ({ value: outcome, label: outcomeWords[outcome] }));

function Settle({ of: { claimId } }: { of: StaffClaim }) {
  const refresh = useRefresh();
  const form = useForm({
    stored: { values: { outcome: "", note: "" } },
    check: ({ outcome }) => (outcome === "" ? [{ field: "outcome", message: "Choose how it was settled." }] : []),
    save: async (values) => {
      const outcome = settlements.find((settlement) => settlement === values.outcome) ?? "paid";
      const body = { outcome, note: values.note.trim() };
      await call("POST Claims/Settle/{id}", { params: { id: claimId }, body }).finally(() => void refresh());
      toast("Claim settled.");
    },
  });
  return (
    <Card heading="Settlement">
      <Form form={form} label="Settlement" send="Settle claim">
        <RadioGroup {...form.field("outcome")} inline required label="Outcome" options={settlementOptions} />
        <NoteField {...form.field("note")} label="Closing note" />
      </Form>
    </Card>
  );
}

function CostAndNote({ of: { claimId, cost, note } }: { of: StaffClaim }) {
  const refresh = useRefresh();
  const form = useForm({
    stored: { values: { cost, words: note } },
    check: problemsOfClaim,
    save: async (values) => {
      const body = { cost: values.cost.trim(), note: values.words.trim() };
      const { data } = await call("POST Claims/Change/{id}", { params: { id: claimId }, body }).finally(
        () => void refresh(),
      );
      toast("Claim updated.");
      return { stored: { values: { cost: data.cost, words: data.note } } };
    },
  });
  return (
    <Card heading="Cost and note">
      <Form form={form} label="Cost and note">
        <Stack>
          <CostField {...form.field("cost")} />
          <NoteField {...form.field("words")} label="Note" />
          <Row>
            <Button {...form.button}>Save</Button>
          </Row>
        </Stack>
      </Form>
    </Card>
  );
}
