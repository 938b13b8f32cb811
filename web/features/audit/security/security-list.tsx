import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { limits } from "#contract/codes.ts";
import { messages } from "#contract/specified-messages.ts";
import type { SecurityEvent } from "#contract/staff/security-trail.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Monitor, Search } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { kindChoices, type SecurityFilters, securityFilters, securityPageSize } from "./security-filters.ts";
import styles from "./security.module.css";
import { securityQuery } from "./security-queries.ts";
import { addressOf, kindWords, whereOf, whoOf } from "./security-words.ts";

export function SecurityList() {
  const { filters, next, show } = useFilters(securityFilters);
  const events = useQuery(securityQuery(filters));
  const isNarrowed = securityFilters.isNarrowed(filters);
  const empty = (
    <EmptyState
      title={messages.empty.pager}
      icon={<Monitor size={28} />}
      actions={isNarrowed && <ButtonLink to={securityFilters.path}>Show everything</ButtonLink>}
    >
      {isNarrowed ? "No events match these filters." : "Logins, refusals, and changes of accounts appear here."}
    </EmptyState>
  );
  return (
    <Stack>
      <SecurityFilterForm key={securityFilters.keyOf(next)} filters={next} onShow={show} />
      {!troubleWith(filters) && (
        <PagedList
          query={events}
          what="the security events"
          page={filters.page}
          pageSize={securityPageSize}
          rowHeight="4rem"
          label="Pages of security events"
          hrefFor={(page) => securityFilters.href({ ...next, page })}
          empty={empty}
        >
          {({ data }) => (
            <div className={styles.events}>
              <Table
                caption="Security events, newest first"
                columns={columns}
                rows={data}
                rowKey={({ eventId }) => eventId}
              />
            </div>
          )}
        </PagedList>
      )}
    </Stack>
  );
}

type SecurityFilterFormProps = { filters: SecurityFilters; onShow: (filters: SecurityFilters) => void };

/** Use the filters as its key, so that Back resets it. */
function SecurityFilterForm({ filters, onShow }: SecurityFilterFormProps) {
  const [trouble, setTrouble] = useState(troubleWith(filters));
  const show = (form: URLSearchParams) => {
    const chosen = securityFilters.read(form);
    const wrong = troubleWith(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else onShow(chosen);
  };
  const search = (
    <SearchField label="User name" name="user" placeholder="A whole user name" defaultValue={filters.userName} />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {securityFilters.isNarrowed(filters) && <Link to={securityFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <FilterForm label="Security events" onFilter={show} search={search} searchAbove actions={actions}>
      <SelectField label="What" name="kind" width="full" defaultValue={filters.kind} options={kindChoices} />
      <TextField label="Address" name="address" width="full" maxLength={limits.line} defaultValue={filters.address} />
      <DateField label="Start date" name="from" width="full" defaultValue={filters.startDate} />
      <DateField label="End date" name="to" width="full" defaultValue={filters.endDate} error={trouble} />
    </FilterForm>
  );
}

const columns: Column<SecurityEvent>[] = [
  { head: "When", cell: ({ at }) => <TimeText value={at} /> },
  {
    head: "What",
    names: true,
    cell: (event) => (
      <>
        <span className={styles.kind}>
          {kindWords[event.kind]}
          {event.times > 1 && <> ({event.times.toLocaleString("en")} times in a minute)</>}
        </span>
        {event.call !== "" && <span className={styles.call}>{whereOf(event)}</span>}
      </>
    ),
  },
  { head: "Who", cell: (event) => whoOf(event) },
  { head: "Address", cell: addressOf },
  { head: "Session", cell: ({ sessionNumber }) => (sessionNumber === null ? "–" : `#${sessionNumber}`) },
];
