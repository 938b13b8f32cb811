import { useQuery } from "@tanstack/react-query";
import { messages } from "#contract/specified-messages.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { Inbox } from "#web/ui/icons.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { kindChoices, type MailFilters, mailFilters, mailPageSize, stateChoices } from "./mail-filters.ts";
import { mailsQuery } from "./mail-queries.ts";
import { MailTable } from "./mail-table.tsx";
import styles from "./mail.module.css";

/** The emails: filters in the address, and a page of rows. */
export function MailList() {
  const { filters, next, show } = useFilters(mailFilters);
  const mails = useQuery(mailsQuery(filters));
  const isNarrowed = mailFilters.isNarrowed(filters);
  const choose = (chosen: Partial<Record<keyof MailFilters, string>>) =>
    show(mailFilters.read(new URLSearchParams({ ...filters, ...chosen, page: "1" })));
  return (
    <Stack>
      <search className={styles.filters} aria-label="Mails">
        <SelectField
          label="State"
          name="state"
          value={filters.state}
          options={stateChoices}
          onChange={(event) => choose({ state: event.target.value })}
        />
        <SelectField
          label="Kind"
          name="kind"
          value={filters.kind}
          options={kindChoices}
          onChange={(event) => choose({ kind: event.target.value })}
        />
      </search>
      {mails.data && <Warnings {...mails.data} filters={filters} />}
      <PagedList
        query={mails}
        what="the mails"
        page={filters.page}
        pageSize={mailPageSize}
        rowHeight="4rem"
        label="Pages of emails"
        hrefFor={(page) => mailFilters.href({ ...next, page })}
        empty={
          <EmptyState
            title={messages.empty.pager}
            icon={<Inbox size={28} />}
            actions={isNarrowed && <ButtonLink to={mailFilters.path}>Show all emails</ButtonLink>}
          >
            {isNarrowed
              ? "No emails match this state and type."
              : "Emails to borrowers appear here and are kept for three months after they are sent."}
          </EmptyState>
        }
      >
        {({ data }) => <MailTable mails={data} />}
      </PagedList>
    </Stack>
  );
}

type WarningsProps = { filters: MailFilters; counts: { dead: number }; isToFiles: boolean };

function Warnings({ filters, counts, isToFiles }: WarningsProps) {
  return (
    <>
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
          <ButtonLink to={mailFilters.href({ state: "dead" })} size="small">
            {counts.dead === 1 ? "Show it" : "Show them"}
          </ButtonLink>
        </Alert>
      )}
    </>
  );
}
