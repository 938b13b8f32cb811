import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import type { System, SystemCheck, SystemWarning, WarningKind } from "#contract/admin/system.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { releaseWords } from "./release-words.ts";
import styles from "./system-overview.module.css";
import { systemQuery } from "./admin-queries.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { call } from "#web/lib/call.ts";

export function SystemPage() {
  return (
    <Page
      heading="System"
      lead="Which version runs, on what, and what needs an administrator of the machine."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <SystemOverview />
    </Page>
  );
}

/** What runs here, and what is wrong with how it is set up. */
function SystemOverview() {
  const query = useQuery(systemQuery);
  return (
    <Fetched query={query} what="the system" skeleton={<Skeleton height="40rem" />}>
      {(system) => (
        <Stack>
          <Warnings warnings={system.warnings} isToFiles={system.mail.isToFiles} />
          {system.mail.heldSinceBackupOf !== null && <Held backupOf={system.mail.heldSinceBackupOf} />}
          <Card heading="What runs here">
            <div className={styles.facts}>
              <DescriptionList layout="columns" items={factsOf(system)} />
            </div>
          </Card>
          <LastLooks backup={system.backup} stock={system.stock} now={query.dataUpdatedAt} />
        </Stack>
      )}
    </Fetched>
  );
}

function Warnings({ warnings, isToFiles }: { warnings: readonly SystemWarning[]; isToFiles: boolean }) {
  if (isToFiles && warnings.length === 0) {
    return (
      <Alert tone="warning" title="No mail server">
        No mail server is set up, so no emails go out: each is saved as a file. Everything else is fine.
      </Alert>
    );
  }
  if (warnings.length === 0) return <Alert tone="success">The library is set up correctly.</Alert>;
  return warnings.map(({ kind, sentence, since }) => (
    <Alert key={sentence} tone="warning" title={warningWords[kind]}>
      {sentence}
      <p className={styles.since}>
        Since <TimeText value={since} />
      </p>
    </Alert>
  ));
}

function Held({ backupOf }: { backupOf: string }) {
  return (
    <Alert tone="warning" title="No email is sent">
      The library was restored from a backup of <TimeText value={backupOf} />. Emails and reminders are held until
      somebody sends them at <Link to="/admin/mail">Mail</Link>.
    </Alert>
  );
}

const warningWords: Record<WarningKind, string> = {
  mail: "Mail server",
  storage: "Pictures and documents",
  settings: "Unsafe setting",
  clock: "Clock",
  proxy: "Unknown proxy",
  stock: "Stock",
};

/** The order in which somebody who helps on the phone asks for them. */
function factsOf(system: System) {
  const { database, lastMigration, storage, mail, jobs } = system;
  return [
    { term: "Version", value: releaseWords(system) },
    { term: "Machine", value: system.host },
    { term: "Running since", value: <TimeText value={system.startedAt} /> },
    { term: "Mode", value: system.mode === "production" ? "Production" : "Demonstration" },
    { term: "Node", value: system.node },
    { term: "PostgreSQL", value: `${database.version}${database.isEmbedded ? ", built in" : ""}` },
    { term: "Database size", value: sizeInWords(database.bytes) },
    {
      term: "Last migration",
      value: (
        <>
          {lastMigration.name}, <TimeText value={lastMigration.at} />
        </>
      ),
    },
    { term: "Pictures and documents", value: `${storage.isBucket ? "Bucket" : "Folder"} ${storage.place}` },
    {
      term: "Emails",
      value: `${mail.waiting} waiting, ${mail.dead} given up${mail.isToFiles ? "; no mail server is set up" : ""}`,
    },
    { term: "Jobs", value: `${jobs.running} running, ${jobs.waiting} due, ${jobs.dead} given up` },
  ];
}

type Now = { now: number };
type LastLooksProps = Pick<System, "backup" | "stock"> & Now;

export function LastLooks({ backup, stock, now }: LastLooksProps) {
  return (
    <Card heading="Backups and checks">
      <Stack>
        {stock.last && stock.last.wrong > 0 && <Findings title={stockTitle(stock.last)} check={stock.last} />}
        {backup.trouble !== "" && (
          <Alert tone="warning" title="The last backup failed">
            {backup.trouble}
          </Alert>
        )}
        <div className={styles.looks}>
          <DescriptionList
            layout="columns"
            items={[
              { term: "Last backup", value: <LastBackup backup={backup} now={now} /> },
              { term: "Stock compared with its rows", value: <LastComparison stock={stock} now={now} /> },
            ]}
          />
        </div>
        <Row>
          {backup.isNightly && (
            <ActionButton
              action={() => call("POST System/BackUp", {})}
              changes={systemQuery.queryKey}
              done="A backup is being made."
              busy={backup.isRunning}
            >
              Back up now
            </ActionButton>
          )}
          <ActionButton
            action={() => call("POST System/CheckStock", {})}
            changes={systemQuery.queryKey}
            done="The stock is being compared with its rows."
            busy={stock.isRunning}
          >
            Compare the stock now
          </ActionButton>
        </Row>
      </Stack>
    </Card>
  );
}

const titles = (count: number) => (count === 1 ? "1 title" : `${count} titles`);
const stockTitle = ({ wrong }: SystemCheck) => `The stock of ${titles(wrong)} is not what its copies and orders say`;

function LastBackup({ backup: { last, isNightly }, now }: Pick<System, "backup"> & Now) {
  const hint = isNightly ? "Made every night." : "Not made every night: BACKUP_DIR is not set.";
  return (
    <>
      {last ? <Moment at={last.at} now={now} /> : "Never"}
      <span className={styles.detail}>
        {last && `${last.name}, ${sizeInWords(last.bytes)}. `}
        {hint}
      </span>
    </>
  );
}

function LastComparison({ stock: { last }, now }: Pick<System, "stock"> & Now) {
  if (!last) return <>Never</>;
  return (
    <>
      <Moment at={last.at} now={now} />
      <span className={styles.detail}>
        {last.wrong === 0
          ? `${titles(last.lookedAt)}, all agree`
          : `${last.wrong} of ${titles(last.lookedAt)} disagree`}
      </span>
    </>
  );
}

/** A time, and how long ago that is: what somebody asks of a backup. */
function Moment({ at, now }: { at: string } & Now) {
  return (
    <>
      <TimeText value={at} /> <span className={styles.ago}>({agoInWords(at, now)})</span>
    </>
  );
}

function Findings({ title, check: { found, wrong } }: { title: string; check: SystemCheck }) {
  return (
    <Alert tone="error" title={title}>
      <ul className={styles.findings}>
        {found.map(({ itemId, title: name, sentence }) => (
          <li key={`${itemId} ${sentence}`}>
            {itemId !== null && (
              <>
                <Link to={`/admin/viewitem/${itemId}`}>{name === "" ? `Title ${itemId}` : name}</Link>:{" "}
              </>
            )}
            {sentence}
          </li>
        ))}
      </ul>
      {wrong > found.length && <p>And {wrong - found.length} more.</p>}
    </Alert>
  );
}

/** "less than an hour ago", "5 hours ago", "12 days ago". */
export function agoInWords(at: string, now: number): string {
  const hours = Math.floor((now - new Date(at).getTime()) / 3_600_000);
  if (hours < 1) return "less than an hour ago";
  if (hours < 48) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
