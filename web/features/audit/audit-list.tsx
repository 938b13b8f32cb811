import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { messages } from "#contract/specified-messages.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { History, Search } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { auditFilters, type AuditFilters, auditKindNames, auditPageSize } from "./audit-filters.ts";
import { auditQuery } from "./audit-queries.ts";
import { AuditTable } from "./audit-table.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import styles from "./audit.module.css";

export function AuditList() {
  const { filters, next, show } = useFilters(auditFilters);
  const entries = useQuery(auditQuery(filters));
  const isNarrowed = auditFilters.isNarrowed(filters);
  const empty = (
    <EmptyState
      title={messages.empty.pager}
      icon={<History size={28} />}
      actions={isNarrowed && <ButtonLink to={auditFilters.path}>Show everything</ButtonLink>}
    >
      {isNarrowed
        ? "No changes match these filters."
        : "Changes that staff make to items, orders, and news appear here."}
    </EmptyState>
  );
  return (
    <Stack>
      <AuditFilterForm
        key={auditFilters.keyOf(next)}
        filters={next}
        people={entries.data?.people ?? []}
        subject={entries.data?.data[0]?.subjectLabel}
        onShow={show}
      />
      {!troubleWith(filters) && (
        <PagedList
          query={entries}
          what="the audit"
          page={filters.page}
          pageSize={auditPageSize}
          rowHeight="4rem"
          label="Pages of the audit"
          hrefFor={(page) => auditFilters.href({ ...next, page })}
          empty={empty}
        >
          {({ data }) => <AuditTable entries={data} />}
        </PagedList>
      )}
    </Stack>
  );
}

type AuditFilterFormProps = {
  filters: AuditFilters;
  people: readonly Pick<AuditEntry, "userId" | "userName">[];
  /** A description of the only active filter, when known. */
  subject: string | undefined;
  onShow: (filters: AuditFilters) => void;
};

/** Filters by kind, actor, text, and days. Use the filters as its key, so that Back resets it. */
function AuditFilterForm({ filters, people, subject, onShow }: AuditFilterFormProps) {
  const [trouble, setTrouble] = useState(troubleWith(filters));
  const show = (form: URLSearchParams) => {
    const typed = auditFilters.read(form);
    const chosen = { ...typed, subjectId: typed.kind === filters.kind ? filters.subjectId : 0 };
    const wrong = troubleWith(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else onShow(chosen);
  };
  const search = (
    <SearchField label="Search the audit" name="q" placeholder="A title or order number" defaultValue={filters.text} />
  );
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<Search size={18} />}>
        Search
      </Button>
      {auditFilters.isNarrowed(filters) && <Link to={auditFilters.path}>Show everything</Link>}
    </>
  );
  return (
    <div>
      <FilterForm label="Audit" onFilter={show} search={search} searchAbove actions={actions}>
        <SelectField label="What" name="kind" width="full" defaultValue={filters.kind} options={auditKindNames} />
        <SelectField
          // it keeps the choice it was rendered with, and the people come later than the form
          key={people.length > 0 ? "known" : "awaited"}
          label="Who"
          name="user"
          width="full"
          defaultValue={filters.userId}
          options={[
            { value: 0, label: "Everybody" },
            ...people.map(({ userId, userName }) => ({ value: userId, label: userName })),
          ]}
        />
        <DateField label="Start date" name="from" width="full" defaultValue={filters.startDate} />
        <DateField label="End date" name="to" width="full" defaultValue={filters.endDate} error={trouble} />
      </FilterForm>
      {filters.subjectId > 0 && (
        <p className={styles.only}>
          Only changes to {subject ?? `${filters.kind} #${filters.subjectId}`}.{" "}
          <Link to={auditFilters.href({ ...filters, subjectId: 0, page: 1 })}>Clear this filter</Link>
        </p>
      )}
    </div>
  );
}
