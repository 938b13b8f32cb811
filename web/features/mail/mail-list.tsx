import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messages } from "#contract/specified-messages.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { CircleAlert, CircleCheck, Clock, Inbox, RotateCcw } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { kindChoices, type MailFilters, mailFilters, mailPageSize, stateChoices } from "./mail-filters.ts";
import { mailsQuery } from "./mail-queries.ts";
import styles from "./mail.module.css";
import type { StaffMail } from "#contract/mail.ts";
import { call } from "#web/lib/call.ts";
import { type Marked, useMarked } from "#web/ui/marking/use-marked.ts";
import { ResendMany, ResendOutcome, useResendMany } from "./resend-many.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { isMailKind, kindWords, stateWords } from "./mail-words.ts";
import { ForRole } from "#web/lib/for-role.tsx";

export function MailList() {
  const { filters, next, show } = useFilters(mailFilters);
  const mails = useQuery(mailsQuery(filters));
  const choice = useMarked();
  const many = useResendMany(choice);
  const isNarrowed = mailFilters.isNarrowed(filters);
  const choose = (chosen: Partial<Record<keyof MailFilters, string>>) =>
    show(mailFilters.read(new URLSearchParams({ ...filters, ...chosen, page: "1" })));
  return (
    <Stack>
      <search className={styles.filters} aria-label="Mails">
        <SelectField
          label="Status"
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
      {many.done && <ResendOutcome done={many.done} />}
      <PagedList
        query={mails}
        what="the mails"
        page={filters.page}
        pageSize={mailPageSize(filters)}
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
              ? "No emails match this status and kind."
              : "Emails to borrowers appear here and are kept for three months after they are sent."}
          </EmptyState>
        }
      >
        {({ data }) => {
          const resendable = data.filter(({ canBeResent }) => canBeResent);
          return (
            <Stack gap="tight">
              {resendable.length > 1 && <ResendMany mails={resendable} choice={choice} many={many} />}
              <MailTable mails={data} choice={resendable.length > 1 ? choice : undefined} />
            </Stack>
          );
        }}
      </PagedList>
    </Stack>
  );
}

type WarningsProps = {
  filters: MailFilters;
  counts: { dead: number };
  isToFiles: boolean;
  heldSinceBackupOf: string | null;
};

function Warnings({ filters, counts, isToFiles, heldSinceBackupOf }: WarningsProps) {
  return (
    <>
      {heldSinceBackupOf !== null && <HeldMail backupOf={heldSinceBackupOf} />}
      {isToFiles && (
        <Alert tone="warning" title="No email server is set up">
          Nobody gets any email: each is saved as a file in the “mail” folder of the data directory. Set SMTP_URL to
          send them.
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

type MailTableProps = {
  mails: readonly StaffMail[];
  /** Undefined where nothing is to be chosen. */
  choice: Marked | undefined;
};

function MailTable({ mails, choice }: MailTableProps) {
  const shown = choice ? [chooseColumn(choice), ...columns] : columns;
  return (
    <div className={styles.mails}>
      <Table caption="Emails, newest first" columns={shown} rows={mails} rowKey={({ mailId }) => mailId} />
    </div>
  );
}

const chooseColumn = ({ marked, mark }: Marked): Column<StaffMail> => ({
  head: "Choose",
  headHidden: true,
  className: styles.choose,
  cell: ({ mailId, subject, toAddress, canBeResent }) =>
    canBeResent && (
      <CheckboxField
        label={
          <VisuallyHidden>
            Choose {subject}, to {toAddress}
          </VisuallyHidden>
        }
        checked={marked.has(mailId)}
        onChange={({ target }) => mark([mailId], target.checked)}
      />
    ),
});

const columns: Column<StaffMail>[] = [
  { head: "Written", cell: ({ writtenAt }) => <TimeText value={writtenAt} /> },
  {
    head: "Mail",
    names: true,
    cell: ({ subject, language, kind }) => (
      <>
        <span className={styles.subject} lang={language}>
          {subject}
        </span>
        <span className={styles.kind}>{isMailKind(kind) ? kindWords[kind].name : kind}</span>
      </>
    ),
  },
  {
    head: "To",
    cell: ({ toName, toAddress }) => (
      <>
        {toName && <span className={styles.name}>{toName}</span>}
        <span className={styles.address}>{toAddress}</span>
      </>
    ),
  },
  { head: "Status", cell: (mail) => <State mail={mail} /> },
  { head: "Resend", headHidden: true, cell: (mail) => mail.canBeResent && <Resend mail={mail} /> },
];

const looks = {
  waiting: { tone: "info", icon: <Clock size={16} /> },
  sent: { tone: "success", icon: <CircleCheck size={16} /> },
  dead: { tone: "danger", icon: <CircleAlert size={16} /> },
  file: { tone: "warning", icon: <CircleAlert size={16} /> },
} as const;

function State({ mail: { state, isFile, endedAt, nextTryAt, tries, trouble } }: { mail: StaffMail }) {
  return (
    <div className={styles.state}>
      {isFile ? <Badge {...looks.file}>In a file</Badge> : <Badge {...looks[state]}>{stateWords[state]}</Badge>}
      {endedAt && <TimeText value={endedAt} />}
      {trouble && <span>{trouble}</span>}
      {nextTryAt && tries > 0 && (
        <span>
          Tried {tries === 1 ? "once" : `${tries} times`}. Next try <TimeText value={nextTryAt} />.
        </span>
      )}
    </div>
  );
}

function Resend({ mail: { mailId, subject } }: { mail: StaffMail }) {
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: async () => call("POST Mail/Resend/{id}", { params: { id: mailId } }),
    meta: { done: "Sending the email again." },
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <Button
      size="small"
      busy={resend.isPending}
      icon={<RotateCcw size={16} />}
      aria-label={`Resend: ${subject}`}
      onClick={() => resend.mutate()}
    >
      Resend
    </Button>
  );
}

/** Says that a restored library sends nothing, and lets a manager end that. */
function HeldMail({ backupOf }: { backupOf: string }) {
  const client = useQueryClient();
  const release = useMutation({
    mutationFn: async () => call("POST Mail/SendHeld", {}),
    meta: { done: "Emails are sent again." },
    onSettled: () => client.invalidateQueries({ queryKey: ["mail"] }),
  });
  return (
    <Alert tone="warning" title="No email is sent">
      <Stack>
        <p>
          The library was restored from a backup of <TimeText value={backupOf} />. Emails wait and reminders are not
          written, because what was sent or came back since then is not known here. Check recent orders and returns
          first.
        </p>
        <ForRole least="manager">
          <Row>
            <Button busy={release.isPending} onClick={() => release.mutate()}>
              Send what is held
            </Button>
          </Row>
        </ForRole>
      </Stack>
    </Alert>
  );
}
