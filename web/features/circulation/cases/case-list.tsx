import { useQuery } from "@tanstack/react-query";
import type { LetterOutcome, StaffCase } from "#contract/desk/cases.ts";
import { messages } from "#contract/specified-messages.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { sentWords } from "#web/lib/sent-words.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { ChooseAll } from "#web/ui/marking/choose-all.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Inbox, Printer, Search, SearchX } from "#web/ui/icons.tsx";
import { type Marked, useMarked } from "#web/ui/marking/use-marked.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { Outcomes } from "../bulk/outcomes.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { caseFilters, caseListQuery, casePageSize, queryOf, useSendLetters } from "./case-queries.ts";
import { CaseState } from "./case-state.tsx";
import { costInWords, kindChoices, kindWords } from "./case-words.ts";

const stateChoices = [
  { value: "", label: "All states" },
  { value: "open", label: "Open" },
  { value: "closed", label: "Closed" },
];

/** Every case, newest first, with filters, and as a file. */
export function CaseList() {
  const { filters, next, show } = useFilters(caseFilters);
  const cases = useQuery(caseListQuery(filters));
  const choice = useMarked();
  const send = useSendLetters();
  const isNarrowed = caseFilters.isNarrowed(filters);
  const search = (
    <SearchField
      label="Search the cases"
      name="q"
      placeholder="A name, school, title, or SKU"
      defaultValue={next.text}
    />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {isNarrowed && <Link to={caseFilters.path}>Show all cases</Link>}
    </>
  );
  return (
    <Stack>
      <FilterForm
        key={caseFilters.keyOf(next)}
        label="Cases"
        onFilter={(form) => show({ ...caseFilters.read(form), orderId: next.orderId })}
        search={search}
        actions={actions}
      >
        <SelectField label="State" name="state" width="full" defaultValue={next.state} options={stateChoices} />
        <SelectField label="Kind" name="kind" width="full" defaultValue={next.kind} options={kindChoices} />
      </FilterForm>
      <Row apart>
        <p>{cases.data && `Open of these: ${dollars(centsOf(cases.data.openCost))}`}</p>
        <DownloadButton file={() => call("GET Cases/csv", { query: queryOf(filters) })} done="Cases CSV downloaded.">
          Download CSV
        </DownloadButton>
      </Row>
      {send.data && <LettersSent outcomes={send.data} />}
      <PagedList
        query={cases}
        what="the cases"
        page={filters.page}
        pageSize={casePageSize}
        rowHeight="4rem"
        label="Pages of cases"
        hrefFor={(page) => caseFilters.href({ ...next, page })}
        empty={
          <EmptyState
            title={messages.empty.pager}
            icon={<SearchX size={28} />}
            actions={isNarrowed && <ButtonLink to={caseFilters.path}>Show all cases</ButtonLink>}
          >
            {isNarrowed
              ? "No cases match these filters."
              : "Copies that are lost, claimed returned, or damaged appear here until they are settled."}
          </EmptyState>
        }
      >
        {({ data }) => (
          <Stack gap="tight">
            <ChosenCases cases={data} choice={choice} send={send} />
            <Table
              caption="Cases, newest first"
              columns={columnsFrom(caseFilters.href(filters), choice)}
              rows={data}
              rowKey={({ caseId }) => caseId}
            />
          </Stack>
        )}
      </PagedList>
    </Stack>
  );
}

type ChosenCasesProps = {
  cases: readonly StaffCase[];
  choice: Marked;
  send: ReturnType<typeof useSendLetters>;
};

/** Chooses all cases that are shown, and prints or mails the letters of the chosen ones. */
function ChosenCases({ cases, choice: { marked, mark }, send }: ChosenCasesProps) {
  const all = cases.map(({ caseId }) => caseId);
  const chosen = all.filter((caseId) => marked.has(caseId));
  return (
    <Row>
      <ChooseAll listed={all.length} chosen={chosen.length} onChoose={(isChosen) => mark(all, isChosen)} />
      <ForRole least="manager">
        <Button
          size="small"
          icon={<Inbox size={18} />}
          busy={send.isPending}
          disabled={chosen.length === 0}
          onClick={() => send.mutate(chosen, { onSuccess: () => mark(chosen, false) })}
        >
          Email letters
        </Button>
      </ForRole>
      <ButtonLink
        to={`/admin/caseletters?cases=${(chosen.length === 0 ? all : chosen).join(",")}`}
        look="quiet"
        icon={<Printer size={18} />}
      >
        {chosen.length === 0 ? "Letters of these cases" : "Letters of the chosen cases"}
      </ButtonLink>
    </Row>
  );
}

/** What became of the letter of each case. */
function LettersSent({ outcomes }: { outcomes: readonly LetterOutcome[] }) {
  const sent = outcomes.filter(({ refusal }) => refusal === null).length;
  return (
    <Outcomes
      title={sentWords(
        `Emailed the letters of ${sent} of ${outcomes.length === 1 ? "1 case" : `${outcomes.length} cases`}.`,
      )}
      label="What became of each letter"
      isWhole={sent === outcomes.length}
      lines={outcomes.map(({ caseId, refusal }) => ({
        key: caseId,
        words: `Case #${caseId}: ${refusal?.message ?? sentWords("emailed.")}`,
      }))}
    />
  );
}

const columnsFrom = (from: string, { marked, mark }: Marked): Column<StaffCase>[] => [
  {
    head: "Choose",
    headHidden: true,
    cell: (row) => (
      <CheckboxField
        label={<VisuallyHidden>Choose case #{row.caseId}</VisuallyHidden>}
        checked={marked.has(row.caseId)}
        onChange={({ target }) => mark([row.caseId], target.checked)}
      />
    ),
  },
  {
    head: "Copy",
    names: true,
    cell: (row) => (
      <Link to={`/admin/cases/${row.caseId}`} state={{ from }} data-row-link>
        <TitleText of={row} />, {copyName(row)}
      </Link>
    ),
  },
  { head: "Kind", cell: ({ kind }) => kindWords[kind] },
  { head: "Borrower", cell: ({ borrowerName, schoolName }) => `${borrowerName}, ${schoolName}` },
  { head: "Order", cell: ({ orderId }) => <Link to={`/admin/orderdetails/${orderId}`}>#{orderId}</Link> },
  { head: "Opened", cell: ({ openedAt }) => <DateText value={openedAt} /> },
  { head: "Cost", number: true, cell: (row) => costInWords(row) },
  { head: "State", cell: (row) => <CaseState of={row} /> },
];
