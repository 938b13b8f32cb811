import type { StaffMail } from "#contract/mail.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { CircleAlert, CircleCheck, Clock, RotateCcw } from "#web/ui/icons.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import styles from "./mail.module.css";
import { kindName, stateWords } from "./mail-words.ts";

/** Emails as dense rows: time, recipient, subject, and state. */
export function MailTable({ mails }: { mails: readonly StaffMail[] }) {
  return (
    <div className={styles.mails}>
      <Table caption="Emails, newest first" columns={columns} rows={mails} rowKey={({ mailId }) => mailId} />
    </div>
  );
}

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
        <span className={styles.kind}>{kindName(kind)}</span>
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
  { head: "State", cell: (mail) => <State mail={mail} /> },
  { head: "Resend", headHidden: true, cell: (mail) => mail.canBeResent && <Resend mail={mail} /> },
];

const looks = {
  waiting: { tone: "info", icon: <Clock size={16} /> },
  sent: { tone: "success", icon: <CircleCheck size={16} /> },
  dead: { tone: "danger", icon: <CircleAlert size={16} /> },
} as const;

function State({ mail: { state, endedAt, nextTryAt, tries, trouble } }: { mail: StaffMail }) {
  return (
    <div className={styles.state}>
      <Badge {...looks[state]}>{stateWords[state]}</Badge>
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
