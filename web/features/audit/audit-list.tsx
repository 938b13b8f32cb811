import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useNextSearchParams, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History } from "#web/ui/icons.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import type { AuditFilters } from "./audit-filters.ts";
import { auditHref, auditPageSize, isFiltered, readAuditFilters, troubleWith } from "./audit-filters.ts";
import { auditQuery } from "./audit-queries.ts";
import { AuditTable } from "./audit-table.tsx";

/** What staff changed: filters, kept in the address, and a page of entries. */
export function AuditList() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readAuditFilters(search);
  const { data } = useQuery(auditQuery(filters));
  return (
    <Stack>
      <AuditFilterForm
        // why the people too: a select keeps the choice it was drawn with, and they come later than the form
        key={`${auditHref({ ...filters, page: 1 })} ${data ? "known" : "awaited"}`}
        filters={filters}
        people={data?.people ?? []}
        subject={data?.data[0]?.subjectLabel}
        onShow={(chosen) => void navigate(auditHref(chosen))}
      />
      {!troubleWith(filters) && <Results filters={filters} />}
    </Stack>
  );
}

function Results({ filters }: { filters: AuditFilters }) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(auditQuery(filters));
  const next = readAuditFilters(useNextSearchParams());
  if (isPending) {
    return (
      <Awaiting what="the audit">
        <Stack gap="tight">
          {Array.from({ length: 8 }, (_, at) => (
            <Skeleton key={at} height="4rem" />
          ))}
        </Stack>
      </Awaiting>
    );
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (data.total === 0) {
    const filtered = isFiltered(filters);
    return (
      <EmptyState
        title={messages.empty.pager}
        icon={<History size={28} />}
        actions={filtered && <ButtonLink to={auditHref()}>Show everything</ButtonLink>}
      >
        {filtered
          ? "No changes match these filters."
          : "Changes that staff make to items, orders, and news appear here."}
      </EmptyState>
    );
  }
  const lastPage = Math.ceil(data.total / auditPageSize);
  if (filters.page > lastPage && !isPlaceholderData) {
    return <Navigate replace to={auditHref({ ...filters, page: lastPage })} />;
  }
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Stack>
        <AuditTable entries={data.data} />
        <Pager
          page={filters.page}
          pageSize={auditPageSize}
          total={data.total}
          label="Pages of the audit"
          hrefFor={(page) => auditHref({ ...next, page })}
          busy={isPlaceholderData}
        />
      </Stack>
    </div>
  );
}
