import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import type { System, SystemWarning, WarningKind } from "#contract/admin/system.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { sizeInWords } from "#web/ui/data/size-in-words.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { LastLooks } from "#web/admin/last-looks.tsx";
import { releaseWords } from "#web/admin/release-words.ts";
import styles from "#web/admin/system-overview.module.css";
import { systemQuery } from "#web/admin/system-queries.ts";

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
