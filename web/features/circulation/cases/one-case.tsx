import { useQuery } from "@tanstack/react-query";
import { limits } from "#contract/codes.ts";
import { settlements, type StaffCase } from "#contract/desk/cases.ts";
import { partInWords, partsOf } from "#contract/titles/parts.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { ForRole } from "#web/lib/for-role.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { ReportWords } from "../order-details/from-borrower.tsx";
import { staffOrderQuery } from "../order-queries.ts";
import { copyName } from "../order-details/copy-name.ts";
import { LoanPhotos } from "../photos/loan-photos.tsx";
import { useCaseStep } from "./case-queries.ts";
import { problemsOfCase } from "./problems-of-case.ts";
import { CaseState } from "./case-state.tsx";
import { costInWords, kindWords, outcomeWords } from "./case-words.ts";
import { UndoCase } from "./undo-case.tsx";

/** A case: what happened, how it is settled, and Undo. */
export function OneCase({ of }: { of: StaffCase }) {
  return (
    <Stack>
      <Facts of={of} />
      {of.outcome === null && of.kind !== "claimed returned" && (
        <Row>
          <ButtonLink to={`/admin/caseletter/${of.caseId}`}>Letter to the borrower</ButtonLink>
        </Row>
      )}
      <Card heading="Photos">
        <LoanPhotos loanId={of.orderInventoryItemId} name={copyName(of)} />
      </Card>
      <SaidByBorrower orderId={of.orderId} />
      {of.outcome === null && (
        <ForRole least="manager">
          <Settle of={of} />
          <Words of={of} />
        </ForRole>
      )}
    </Stack>
  );
}

/** What the borrower reported of the order, which may be what the case is about. */
function SaidByBorrower({ orderId }: { orderId: number }) {
  const { reports = [] } = useQuery(staffOrderQuery(orderId)).data ?? {};
  if (reports.length === 0) return null;
  return (
    <Card heading="What the borrower reported">
      <Stack>
        <ReportWords reports={reports} />
      </Stack>
    </Card>
  );
}

function Facts({ of }: { of: StaffCase }) {
  return (
    <Card heading={kindWords[of.kind]} actions={<UndoCase of={of} />}>
      <DescriptionList
        items={[
          { term: "State", value: <CaseState of={of} /> },
          {
            term: "Copy",
            value: (
              <>
                <Link to={`/admin/viewitem/${of.inventoryId}`}>
                  <TitleText of={of} />
                </Link>
                , {copyName(of)}
              </>
            ),
          },
          {
            term: "Borrower",
            value: (
              <>
                {of.borrowerId === 0 ? (
                  of.borrowerName
                ) : (
                  <Link to={`/admin/borrowers/${of.borrowerId}`}>{of.borrowerName}</Link>
                )}
                , {of.schoolName}
              </>
            ),
          },
          { term: "Order", value: <Link to={`/admin/orderdetails/${of.orderId}`}>Order #{of.orderId}</Link> },
          ...(of.parts === "" ? [] : [{ term: "Missing parts", value: <MissingOnes parts={of.parts} /> }]),
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

function MissingOnes({ parts }: Pick<StaffCase, "parts">) {
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

const settled = settlements.map((outcome) => ({ value: outcome, label: outcomeWords[outcome] }));

function Settle({ of: { caseId } }: { of: StaffCase }) {
  const { mutateAsync } = useCaseStep("Case settled.", { isOfForm: true });
  const form = useForm({
    names: ["outcome", "note"],
    stored: { values: { outcome: "", note: "" } },
    check: ({ outcome }) => (outcome === "" ? [{ field: "outcome", message: "Choose how it was settled." }] : []),
    save: async (values) => {
      const outcome = settlements.find((one) => one === values.outcome) ?? "paid";
      await mutateAsync({ step: "settle", caseId, outcome, note: values.note.trim() });
      return {};
    },
  });
  return (
    <Card heading="Settle">
      <Form form={form} label="Settle">
        <Stack>
          <RadioGroup {...form.field("outcome")} inline required label="How" options={settled} />
          <TextField
            {...form.field("note")}
            label="Closing note"
            optional
            width="full"
            autoComplete="off"
            maxLength={limits.line}
          />
          <Row>
            <Button {...form.button} look="primary">
              Settle the case
            </Button>
          </Row>
        </Stack>
      </Form>
    </Card>
  );
}

function Words({ of: { caseId, cost, note } }: { of: StaffCase }) {
  const { mutateAsync } = useCaseStep("Case changed.", { isOfForm: true });
  const form = useForm({
    names: ["cost", "words"],
    stored: { values: { cost, words: note } },
    check: problemsOfCase,
    save: async (values) => {
      const saved = await mutateAsync({ step: "change", caseId, cost: values.cost.trim(), note: values.words.trim() });
      return { stored: { values: { cost: saved.cost, words: saved.note } } };
    },
  });
  return (
    <Card heading="Cost and note">
      <Form form={form} label="Cost and note">
        <Stack>
          <TextField {...form.field("cost")} label="Cost" width="s" inputMode="decimal" autoComplete="off" />
          <TextField
            {...form.field("words")}
            label="Note"
            optional
            width="full"
            autoComplete="off"
            maxLength={limits.line}
          />
          <Row>
            <Button {...form.button}>Save</Button>
          </Row>
        </Stack>
      </Form>
    </Card>
  );
}
