import type { System, SystemCheck, SystemWarning, WarningKind } from "#contract/admin/system.ts";
import { useQuery } from "@tanstack/react-query";
import { JobList } from "./job-list.tsx";
import { releaseWords, systemQuery } from "./admin-queries.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { call } from "#web/lib/call.ts";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { DescriptionList, formatSize } from "#web/ui/data/details.tsx";
import { Link } from "#web/ui/router.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import styles from "./system.module.css";

export function SystemPage() {
  const query = useQuery(systemQuery);
  return (
    <Page heading="System" lead="Version, setup, and anything that needs the server’s administrator.">
      <Fetched query={query} what="the system" skeleton={<Skeleton height="40rem" />}>
        {(system) => (
          <Stack>
            <Warnings warnings={system.warnings} isToFiles={system.mail.isToFiles} />
            <BackupsAndChecks backup={system.backup} stock={system.stock} now={query.dataUpdatedAt} />
            <Card heading="This installation">
              <DescriptionList layout="columns" items={factsOf(system)} />
              <details>
                <summary>For IT</summary>
                <div className={styles.facts}>
                  <DescriptionList layout="columns" items={technicalFactsOf(system)} />
                  <JobList />
                </div>
              </details>
            </Card>
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}

function Warnings({ warnings, isToFiles }: { warnings: readonly SystemWarning[]; isToFiles: boolean }) {
  if (isToFiles && warnings.length === 0) {
    return (
      <Alert tone="warning" title="No mail server">
        No mail server is set up, so no emails go out. Each one is saved as a file instead. Everything else is fine.
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

const warningWords: Record<WarningKind, string> = {
  mail: "Mail server",
  storage: "Pictures and documents",
  settings: "Unsafe setting",
  clock: "Clock",
  proxy: "Unknown proxy",
  disk: "Disk space",
  stock: "Stock",
  backup: "Backups",
  "restore-test": "Restore test",
  "mail-hold": "Email is on hold",
};

function factsOf(system: System) {
  const { mail, jobs } = system;
  return [
    { term: "Version", value: releaseWords(system) },
    { term: "Running since", value: <TimeText value={system.startedAt} /> },
    {
      term: "Emails",
      value: `${mail.waiting} waiting, ${mail.dead} failed${mail.isToFiles ? "; no mail server is set up" : ""}`,
    },
    { term: "Background jobs", value: `${jobs.running} running, ${jobs.waiting} due, ${jobs.dead} failed` },
  ];
}

/** Lists the facts in the order phone support asks for them. */
function technicalFactsOf(system: System) {
  const { database, lastMigration, storage } = system;
  return [
    { term: "Server", value: system.host },
    { term: "Mode", value: system.mode === "production" ? "Production" : "Demonstration" },
    { term: "Node", value: system.node },
    { term: "PostgreSQL", value: `${database.version}${database.isEmbedded ? ", built in" : ""}` },
    { term: "Database size", value: formatSize(database.bytes) },
    {
      term: "Last migration",
      value: (
        <>
          {lastMigration.name}, <TimeText value={lastMigration.at} />
        </>
      ),
    },
    { term: "Pictures and documents", value: `${storage.isBucket ? "Bucket" : "Folder"} ${storage.place}` },
  ];
}

type Now = { now: number };

function BackupsAndChecks({ backup, stock, now }: Pick<System, "backup" | "stock"> & Now) {
  return (
    <Card heading="Backups and checks">
      <Stack>
        {stock.last && stock.last.wrong > 0 && <Findings check={stock.last} />}
        <div className={styles.looks}>
          <DescriptionList
            layout="columns"
            items={[
              { term: "Last backup", value: <LastBackup backup={backup} now={now} /> },
              { term: "Last restore test", value: <LastRestoreTest backup={backup} now={now} /> },
              { term: "Last stock check", value: <LastStockCheck stock={stock} now={now} /> },
            ]}
          />
        </div>
        <Row>
          {backup.isNightly && (
            <ActionButton
              action={() => call("POST System/BackUp", {})}
              changes={systemQuery.queryKey}
              done="Backing up now."
              busy={backup.isRunning}
            >
              Back up now
            </ActionButton>
          )}
          <ActionButton
            action={() => call("POST System/CheckStock", {})}
            changes={systemQuery.queryKey}
            done="Checking the stock now."
            busy={stock.isRunning}
          >
            Check stock now
          </ActionButton>
        </Row>
      </Stack>
    </Card>
  );
}

const titles = (count: number) => (count === 1 ? "1 title" : `${count} titles`);
function LastBackup({ backup: { last, isNightly, isElsewhere }, now }: Pick<System, "backup"> & Now) {
  const noFolder = isElsewhere
    ? "The database is backed up elsewhere."
    : "This server doesn’t make backups. Set BACKUP_DIR to turn them on.";
  const hint = isNightly ? "Made every night." : noFolder;
  return (
    <>
      {last ? <Moment at={last.at} now={now} /> : "Never"}
      <span className={styles.detail}>
        {last && `${last.name}, ${formatSize(last.bytes)}. `}
        {hint}
      </span>
    </>
  );
}

function LastRestoreTest({ backup: { test }, now }: Pick<System, "backup"> & Now) {
  if (!test) return <>Never</>;
  return (
    <>
      <Moment at={test.at} now={now} />
      <span className={styles.detail}>{`${test.name}, ${test.trouble === "" ? "restored completely" : "failed"}`}</span>
    </>
  );
}

function LastStockCheck({ stock: { last }, now }: Pick<System, "stock"> & Now) {
  if (!last) return <>Never</>;
  return (
    <>
      <Moment at={last.at} now={now} />
      <span className={styles.detail}>
        {last.wrong === 0
          ? `${titles(last.checkedCount)}, all correct`
          : `${last.wrong} of ${titles(last.checkedCount)} wrong`}
      </span>
    </>
  );
}

function Moment({ at, now }: { at: string } & Now) {
  return (
    <>
      <TimeText value={at} /> <span className={styles.ago}>({agoInWords(at, now)})</span>
    </>
  );
}

function Findings({ check: { found: findings, wrong } }: { check: SystemCheck }) {
  return (
    <Alert
      tone="error"
      title={`The stock of ${titles(wrong)} doesn’t match ${wrong === 1 ? "its" : "their"} copies and orders`}
    >
      <ul className={styles.findings}>
        {findings.map(({ itemId, title: name, sentence }) => (
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
      {wrong > findings.length && <p>Plus {wrong - findings.length} more.</p>}
    </Alert>
  );
}

/** Returns the age of a moment: "less than an hour ago", "5 hours ago", "12 days ago". */
export function agoInWords(at: string, now: number): string {
  const hours = Math.floor((now - new Date(at).getTime()) / 3_600_000);
  if (hours < 1) return "less than an hour ago";
  if (hours < 48) return hours === 1 ? "1 hour ago" : `${hours} hours ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
