import type { System, SystemWarning, WarningKind } from "#contract/staff/system.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { LastLooks } from "./last-looks.tsx";
import { releaseWords } from "./release-words.ts";
import styles from "./system-overview.module.css";
import { systemQuery } from "./system-queries.ts";

/** What runs here, and what is wrong with how it is set up. */
export function SystemOverview() {
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
          <LastLooks backup={system.backup} drill={system.drill} stock={system.stock} now={query.dataUpdatedAt} />
          <Card heading="Instances">
            <p className={styles.hint}>Seen in the last minute. Each says every ten seconds that it is running.</p>
            <div className={styles.instances}>
              <Table
                caption="Instances"
                columns={columns}
                rows={system.instances}
                rowKey={({ host, startedAt }) => `${host} ${startedAt}`}
              />
            </div>
          </Card>
        </Stack>
      )}
    </Fetched>
  );
}

function Warnings({ warnings, isToFiles }: { warnings: readonly SystemWarning[]; isToFiles: boolean }) {
  if (isToFiles && warnings.length === 0) {
    return (
      <Alert tone="warning" title="No mail server">
        Emails are saved as files, and nobody gets any. Nothing else was found with how the library is set up.
      </Alert>
    );
  }
  if (warnings.length === 0) return <Alert tone="success">No problem was found with how the library is set up.</Alert>;
  return warnings.map(({ kind, sentence, since, hosts }) => (
    <Alert key={sentence} tone="warning" title={warningWords[kind]}>
      {sentence}
      <p className={styles.since}>
        Since <TimeText value={since} />, on {hosts.join(", ")}.
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
  files: "Different storages",
  proxy: "Unknown proxy",
  stock: "Stock",
};

/** The order in which somebody who helps on the phone asks for them. */
function factsOf(system: System) {
  const { database, migrations, storage, mail, jobs } = system;
  return [
    { term: "Version", value: releaseWords(system) },
    { term: "Mode", value: system.mode === "production" ? "Production" : "Demonstration" },
    { term: "Node", value: system.node },
    { term: "PostgreSQL", value: `${database.version}${database.isEmbedded ? ", built in" : ""}` },
    { term: "Database size", value: sizeInWords(database.bytes) },
    {
      term: `${migrations.count} migrations, the last`,
      value: (
        <>
          {migrations.last}, <TimeText value={migrations.lastAt} />
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

const columns: Column<System["instances"][number]>[] = [
  {
    head: "Machine",
    names: true,
    cell: ({ host, isThis }) => (
      <>
        {host} {isThis && <span className={styles.own}>(answers you)</span>}
      </>
    ),
  },
  { head: "Version", cell: (instance) => releaseWords(instance) },
  { head: "Running since", cell: ({ startedAt }) => <TimeText value={startedAt} /> },
  { head: "Last seen", cell: ({ seenAt }) => <TimeText value={seenAt} /> },
];
