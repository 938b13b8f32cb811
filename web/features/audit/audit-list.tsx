import { useQuery } from "@tanstack/react-query";
import { messages } from "#contract/specified-messages.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { History } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { auditFilters, auditPageSize } from "./audit-filters.ts";
import { auditQuery } from "./audit-queries.ts";
import { AuditTable } from "./audit-table.tsx";

/** The audit log: filters in the address, and a page of entries. */
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
        // why the people too: a select keeps the choice it was rendered with, and they come later than the form
        key={`${auditFilters.keyOf(filters)} ${entries.data ? "known" : "awaited"}`}
        filters={filters}
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
