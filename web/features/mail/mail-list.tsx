import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useNextSearchParams, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Inbox } from "#web/ui/icons.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import type { MailFilters } from "./mail-filters.ts";
import { kindChoices, mailHref, mailPageSize, readMailFilters, stateChoices } from "./mail-filters.ts";
import { mailsQuery } from "./mail-queries.ts";
import { MailTable } from "./mail-table.tsx";
import styles from "./mail.module.css";

/** What became of the library's mails: filters, kept in the address, and a page of mails. */
export function MailList() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readMailFilters(search);
  const show = (chosen: Partial<Record<keyof MailFilters, string>>) =>
    void navigate(mailHref(readMailFilters(new URLSearchParams({ ...filters, ...chosen, page: "1" }))));
  return (
    <Stack>
      <search className={styles.filters} aria-label="Mails">
        <SelectField
          label="State"
          name="state"
          value={filters.state}
          options={stateChoices}
          onChange={(event) => show({ state: event.target.value })}
        />
        <SelectField
          label="Kind"
          name="kind"
          value={filters.kind}
          options={kindChoices}
          onChange={(event) => show({ kind: event.target.value })}
        />
      </search>
      <Results filters={filters} />
    </Stack>
  );
}

function Results({ filters }: { filters: MailFilters }) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(mailsQuery(filters));
  const next = readMailFilters(useNextSearchParams());
  if (isPending) {
    return (
      <Awaiting what="the mails">
        <Stack gap="tight">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} height="4rem" />
          ))}
        </Stack>
      </Awaiting>
    );
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  const { total, counts, isToFiles } = data;
  const isFiltered = mailHref({ ...filters, page: 1 }) !== mailHref();
  const lastPage = Math.max(1, Math.ceil(total / mailPageSize));
  if (filters.page > lastPage && !isPlaceholderData)
    return <Navigate replace to={mailHref({ ...filters, page: lastPage })} />;
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Stack>
        {isToFiles && (
          <Alert tone="info" title="No email server is set up">
            Each email is saved as a file in the “mail” folder of the data directory. Set SMTP_URL to send them.
          </Alert>
        )}
        {counts.dead > 0 && filters.state !== "dead" && (
          <Alert
            tone="warning"
            title={counts.dead === 1 ? "One email wasn’t sent" : `${counts.dead} emails weren’t sent`}
          >
            <ButtonLink to={mailHref({ state: "dead" })} size="small">
              {counts.dead === 1 ? "Show it" : "Show them"}
            </ButtonLink>
          </Alert>
        )}
        {total === 0 ? (
          <EmptyState
            title={messages.empty.pager}
            icon={<Inbox size={28} />}
            actions={isFiltered && <ButtonLink to={mailHref()}>Show all emails</ButtonLink>}
          >
            {isFiltered
              ? "No emails match this state and type."
              : "Emails to borrowers appear here and are kept for three months after they are sent."}
          </EmptyState>
        ) : (
          <>
            <MailTable mails={data.data} />
            <Pager
              page={filters.page}
              pageSize={mailPageSize}
              total={total}
              label="Pages of emails"
              hrefFor={(page) => mailHref({ ...next, page })}
              busy={isPlaceholderData}
            />
          </>
        )}
      </Stack>
    </div>
  );
}
