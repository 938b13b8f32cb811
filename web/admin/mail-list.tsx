import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { type ComponentProps, useState } from "react";
import { Outcomes } from "#web/orders/bulk-actions.tsx";
import { mailNames, type StaffMail } from "#contract/admin/mail.ts";
import { call } from "#web/lib/call.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { CircleAlert, CircleCheck, Clock, Inbox, RotateCcw } from "#web/ui/icons.tsx";
import styles from "./mail.module.css";
import { isMailKind, mails, stateWords } from "./mails.ts";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Badge } from "#web/ui/data/badge.tsx";
import { ForRole } from "#web/lib/session.ts";
import { TimeText } from "#web/lib/formats.tsx";

export function MailList() {
  const [result, setResult] = useState<ResendResult>();
  return (
    <List
      of={mails}
      name="emails"
      caption="Emails, newest first"
      columns={columns}
      rowKey={({ mailId }) => mailId}
      className={styles.mails}
      send="Show"
      above={(answer, { state }) => (
        <>
          {answer && <Warnings {...answer} state={state} />}
          {result && result.refused.length > 0 && (
            <Outcomes
              tone="warning"
              title={inWords(result)}
              label="Emails that weren’t resent"
              lines={result.refused}
            />
          )}
        </>
      )}
      choose={{
        id: ({ mailId }) => mailId,
        name: ({ subject, toAddress }) => `${subject}, to ${toAddress}`,
        canBe: ({ canBeResent }) => canBeResent,
        className: styles.choose,
        actions: (emails, clear) => <ResendMany mails={emails} onDone={(now) => (clear(), setResult(now))} />,
      }}
      empty="Emails to borrowers appear here. They are kept for three months after they are sent."
      noMatch="No emails match this status and type."
      emptyIcon={<Inbox size={28} />}
    />
  );
}

type Answer = Awaited<ReturnType<typeof mails.ask>>;

function Warnings({ counts, isToFiles, heldSinceBackupOf, state }: Answer & { state: string }) {
  return (
    <>
      {heldSinceBackupOf !== null && <HeldMail backupOf={heldSinceBackupOf} />}
      {isToFiles && (
        <Alert tone="warning" title="No mail server is set up, so no emails go out">
          Each email is saved as a file in the “mail” folder of the data directory instead. Set SMTP_URL to send them.
        </Alert>
      )}
      {counts.dead > 0 && state !== "dead" && (
        <Alert
          tone="warning"
          title={counts.dead === 1 ? "One email wasn’t sent" : `${counts.dead} emails weren’t sent`}
        >
          <ButtonLink to={mails.href({ state: "dead" })} size="small">
            {counts.dead === 1 ? "Show it" : "Show them"}
          </ButtonLink>
        </Alert>
      )}
    </>
  );
}

const columns: Column<StaffMail>[] = [
  { head: "Written", cell: ({ writtenAt }) => <TimeText value={writtenAt} /> },
  {
    head: "Email",
    names: true,
    cell: ({ subject, language, kind, text, writtenByName }) => (
      <>
        <span className={styles.subject} lang={language}>
          {subject}
        </span>
        <span className={styles.kind}>
          {isMailKind(kind) ? mailNames[kind] : kind}
          {writtenByName && `, written by ${writtenByName}`}
        </span>
        {text !== null && (
          <details className={styles.text}>
            <summary>
              Show text<VisuallyHidden>: {subject}</VisuallyHidden>
            </summary>
            <p>{text}</p>
          </details>
        )}
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
  {
    head: "Resend",
    headHidden: true,
    cell: ({ mailId: id, subject, canBeResent }) =>
      canBeResent && (
        <ActionButton
          size="small"
          action={() => call("POST Mail/Resend/{id}", { params: { id } })}
          changes={["mail"]}
          done="Resending the email."
          icon={<RotateCcw size={16} />}
          aria-label={`Resend: ${subject}`}
        >
          Resend
        </ActionButton>
      ),
  },
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

function HeldMail({ backupOf }: { backupOf: string }) {
  return (
    <Alert tone="warning" title="Email is on hold">
      <Stack>
        <p>
          The library was restored from a backup of <TimeText value={backupOf} />. Emails and reminders are on hold,
          because the library doesn’t know what was shipped, returned, or emailed since then. Check recent orders and
          returns first.
        </p>
        <ForRole least="manager">
          <Row>
            <ActionButton
              action={() => call("POST Mail/SendHeld", {})}
              changes={["mail"]}
              done="Emails are going out again."
            >
              Send held emails
            </ActionButton>
          </Row>
        </ForRole>
      </Stack>
    </Alert>
  );
}

type ResendResult = { count: number; refused: ComponentProps<typeof Outcomes>["lines"] };

const inWords = ({ count, refused }: ResendResult) =>
  `Resending ${count - refused.length} of ${count === 1 ? "1 email" : `${count} emails`}.`;

type ResendManyProps = { mails: readonly StaffMail[]; onDone: (result: ResendResult) => void };

function ResendMany({ mails: emails, onDone }: ResendManyProps) {
  const resend = async () => {
    const body = { mailIds: emails.map(({ mailId }) => mailId) };
    const { data: outcomes } = await call("POST Mail/ResendMany", { body });
    const refusals = outcomes.flatMap(({ mailId, refusal }) => {
      const mail = emails.find((email) => email.mailId === mailId);
      return refusal && mail
        ? [{ key: mailId, words: `${mail.subject}, to ${mail.toAddress}: ${refusal.message}` }]
        : [];
    });
    return { count: outcomes.length, refused: refusals };
  };
  return (
    <ActionButton
      size="small"
      disabled={emails.length === 0}
      icon={<RotateCcw size={18} />}
      action={resend}
      changes={["mail"]}
      onDone={(result) => {
        onDone(result);
        toast(inWords(result), result.refused.length > 0 ? "info" : "success");
      }}
    >
      Resend selected
    </ActionButton>
  );
}
