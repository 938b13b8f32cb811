import { useQuery } from "@tanstack/react-query";
import type { StaffCase } from "#contract/desk/cases.ts";
import { messages } from "#contract/specified-messages.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Download, Search, SearchX } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { copyName } from "../order-details/copy-name.ts";
import { caseFilters, caseListQuery, casePageSize, queryOf } from "./case-queries.ts";
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
  const isNarrowed = caseFilters.isNarrowed(filters);
  const csv = useDownload(() => call("GET Cases/csv", { query: queryOf(filters) }), "Cases CSV downloaded.");
  const search = (
    <SearchField
      label="Search the cases"
      name="q"
      placeholder="A name, school, title, or SKU"
      defaultValue={filters.text}
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
        key={caseFilters.keyOf(filters)}
        label="Cases"
        onFilter={(form) => show({ ...caseFilters.read(form), orderId: filters.orderId })}
        search={search}
        actions={actions}
      >
        <SelectField label="State" name="state" width="full" defaultValue={filters.state} options={stateChoices} />
        <SelectField label="Kind" name="kind" width="full" defaultValue={filters.kind} options={kindChoices} />
      </FilterForm>
      <Row apart>
        <p>{cases.data && `Open of these: ${dollars(centsOf(cases.data.openCost))}`}</p>
        <Button {...csv.button} icon={<Download size={18} />}>
          Download CSV
        </Button>
      </Row>
      <p aria-live="polite">{csv.said}</p>
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
          <Table
            caption="Cases, newest first"
            columns={columnsFrom(caseFilters.href(filters))}
            rows={data}
            rowKey={({ caseId }) => caseId}
          />
        )}
      </PagedList>
    </Stack>
  );
}

const columnsFrom = (from: string): Column<StaffCase>[] => [
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
