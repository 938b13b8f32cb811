import { useQuery } from "@tanstack/react-query";
import type { BorrowerRow } from "#contract/borrowers/borrowers.ts";
import { limits } from "#contract/codes.ts";
import { messages } from "#contract/specified-messages.ts";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Search, SearchX } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { BorrowerBadges } from "./borrower-badges.tsx";
import { borrowerFilters, borrowerListQuery, borrowerPageSize, queryOf } from "./borrower-queries.ts";
import styles from "./borrower-list.module.css";

const stateChoices = [
  { value: "", label: "All borrowers" },
  { value: "out", label: "With something out" },
  { value: "late", label: "Late" },
  { value: "case", label: "With an open case" },
  { value: "blocked", label: "Blocked" },
  { value: "unconfirmed", label: "Email not confirmed" },
];

const sortChoices = [
  { value: "name", label: "Name" },
  { value: "school", label: "School" },
  { value: "newest", label: "Newest" },
  { value: "due", label: "Due first" },
];

function CountyField({ county }: { county: string }) {
  const common = { width: "full", maxLength: limits.line, autoComplete: "off" } as const;
  return <TextField label="County" name="county" defaultValue={county} {...common} />;
}

/** The borrowers, with filters, and as a file. */
export function BorrowerList() {
  const { filters, next, show } = useFilters(borrowerFilters);
  const borrowers = useQuery(borrowerListQuery(filters));
  const isNarrowed = borrowerFilters.isNarrowed({ ...filters, sort: "name" });
  const search = (
    <SearchField
      label="Find borrowers"
      hint="Name, school, district, email, phone or user name."
      name="q"
      defaultValue={next.text}
    />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {isNarrowed && <Link to={borrowerFilters.path}>Show all borrowers</Link>}
    </>
  );
  const total = borrowers.data?.total;
  return (
    <Stack>
      <FilterForm
        key={borrowerFilters.keyOf(next)}
        label="Borrowers"
        onFilter={(form) => show(borrowerFilters.read(form))}
        search={search}
        searchAbove
        actions={actions}
      >
        <CountyField county={next.county} />
        <SelectField label="Show" name="state" width="full" defaultValue={next.state} options={stateChoices} />
        <SelectField label="Sort by" name="sort" width="full" defaultValue={next.sort} options={sortChoices} />
      </FilterForm>
      <Row apart>
        <p>{total !== undefined && `${total.toLocaleString("en-US")} ${total === 1 ? "borrower" : "borrowers"}`}</p>
        <DownloadButton
          file={() => call("GET Borrowers/csv", { query: queryOf(filters) })}
          done="Borrowers CSV downloaded."
        >
          Download CSV
        </DownloadButton>
      </Row>
      <PagedList
        query={borrowers}
        what="borrowers"
        page={filters.page}
        pageSize={borrowerPageSize}
        rowHeight="4rem"
        label="Pages of borrowers"
        hrefFor={(page) => borrowerFilters.href({ ...next, page })}
        empty={
          <EmptyState
            title={messages.empty.pager}
            icon={<SearchX size={28} />}
            actions={isNarrowed && <ButtonLink to={borrowerFilters.path}>Show all borrowers</ButtonLink>}
          >
            {isNarrowed ? "No borrowers match." : "Borrowers appear here when they register."}
          </EmptyState>
        }
      >
        {({ data }) => (
          <Table
            caption="Borrowers"
            columns={columnsFrom(borrowerFilters.href(filters))}
            rows={data}
            rowKey={({ borrowerId }) => borrowerId}
          />
        )}
      </PagedList>
    </Stack>
  );
}

const columnsFrom = (from: string): Column<BorrowerRow>[] => [
  {
    head: "Name",
    names: true,
    cell: ({ borrowerId, borrowerName, emailAddress }) => (
      <div className={styles.who}>
        <Link to={`/admin/borrowers/${borrowerId}`} state={{ from }} data-row-link>
          {borrowerName}
        </Link>
        <span className={styles.side}>{emailAddress}</span>
      </div>
    ),
  },
  {
    head: "School",
    cell: ({ schoolName, schoolDistrict }) => (
      <div className={styles.who}>
        {schoolName}
        <span className={styles.side}>{schoolDistrict}</span>
      </div>
    ),
  },
  { head: "Orders", number: true, cell: ({ orders }) => orders },
  { head: "Out", number: true, cell: ({ copiesOut }) => copiesOut },
  { head: "Due", cell: ({ dueDate }) => <DateText value={dueDate} /> },
  { head: "To know", cell: (row) => <BorrowerBadges of={row} /> },
];
