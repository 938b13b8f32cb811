import { useQuery } from "@tanstack/react-query";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { useEffect, useState } from "react";
import type { OpenInventoryCount } from "#contract/desk/inventory-counts.ts";
import { CloseInventoryCount } from "./close-inventory-count.tsx";
import { ScanCard } from "./scan-copies.tsx";
import { inventoryCountQuery, inventoryCounts, scopeOf, whileOthersScan } from "./inventory-count-queries.ts";
import styles from "./inventory-count.module.css";
import { ForRole, useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type ScanQueue, useScanQueue } from "./scan-queue.ts";
import { recentScans } from "./recent-scans.tsx";
import { CountResults } from "./count-results.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { ProgressBar } from "#web/ui/progress.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { useParams } from "#web/ui/router.tsx";
import { TimeText } from "#web/lib/formats.tsx";
import { keepOffline, type OfflineInventoryCount } from "#web/lib/kept-offline.ts";
import { HistoryLink } from "#web/admin/activity-log.tsx";

export function InventoryCountPage() {
  const id = Number(useParams()["id"]);
  // another tab may log someone else in, and scans belong to a person
  const userId = useSession()?.user.userId ?? 0;
  const query = useQuery({ ...inventoryCountQuery(id), refetchInterval: whileOthersScan });
  const { data } = query;
  return (
    <Page
      heading={data ? `Inventory count #${id}: ${scopeOf(data)}` : "Inventory count"}
      back={<BackToList path={inventoryCounts.path}>Back to Inventory count</BackToList>}
      actions={
        <ForRole least="clerk">
          <HistoryLink kind="inventory-count" subjectId={id} />
        </ForRole>
      }
    >
      <Fetched query={query} what="the inventory count" skeleton={<Skeleton height="40rem" />}>
        {(inventoryCount) => <CountContent key={`${id} ${userId}`} inventoryCount={inventoryCount} userId={userId} />}
      </Fetched>
    </Page>
  );
}

function CountContent({ inventoryCount, userId }: { inventoryCount: OpenInventoryCount; userId: number }) {
  const queue = useScanQueue(inventoryCount.inventoryCountId, userId);
  const scans = recentScans(queue.stored, inventoryCount.latest);
  const isOpen = inventoryCount.closedAt === null;
  const opensOffline = useOfflineCopy(inventoryCount.inventoryCountId, { userId, scope: scopeOf(inventoryCount) });
  return (
    <Stack>
      <Progress inventoryCount={inventoryCount} />
      <Unsent queue={queue} inventoryCount={inventoryCount} />
      {isOpen && (
        <ScanCard scans={scans} onScan={queue.scan} onUndo={queue.undo}>
          {opensOffline && <p className={styles.offline}>You can also open this page offline in this browser.</p>}
        </ScanCard>
      )}
      <CloseInventoryCount inventoryCount={inventoryCount} userId={userId} />
      <CountResults inventoryCount={inventoryCount} />
    </Stack>
  );
}

const number = (count: number) => count.toLocaleString("en-US");

function Progress({ inventoryCount }: { inventoryCount: OpenInventoryCount }) {
  const { expected, scanners, closedAt, closedByName } = inventoryCount;
  const { counted } = inventoryCount.tally;
  return (
    <Card heading={closedAt === null ? "Counted so far" : "Counted"}>
      <Stack>
        {closedAt !== null && (
          <Alert>
            Closed by {closedByName} on <TimeText value={closedAt} />.
          </Alert>
        )}
        <ProgressBar label="Counted" part={counted / expected} words={`${number(counted)} of ${number(expected)}`} />
        <DescriptionList layout="columns" items={factsOf(inventoryCount)} />
        {scanners.length > 0 && (
          <Row>
            {scanners.map(({ userName, scans, lastAt }) => (
              <span key={userName}>
                {userName}: {number(scans)} {scans === 1 ? "scan" : "scans"}, last <TimeText value={lastAt} />
              </span>
            ))}
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function factsOf({ tally, ...start }: OpenInventoryCount) {
  return [
    ...(tally.handled > 0 ? [{ term: "Lent, checked in, or put on hold since", value: number(tally.handled) }] : []),
    { term: "Out at the start", value: number(start.knownOut) },
    { term: "Packed at the start", value: number(start.knownPacked) },
    ...(start.knownHeld > 0 ? [{ term: "On hold at the start", value: number(start.knownHeld) }] : []),
    { term: "Inactive at the start", value: number(start.knownInactive) },
    ...(start.knownArchived > 0 ? [{ term: "Archived at the start", value: number(start.knownArchived) }] : []),
  ];
}

/** Lets this browser open the inventory count offline, and returns whether it can now. Service workers need HTTPS. */
function useOfflineCopy(inventoryCountId: number, { userId, scope }: OfflineInventoryCount): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (import.meta.env.DEV || !("serviceWorker" in navigator)) return undefined;
    let isShown = true;
    keepOffline(inventoryCountId, { userId, scope });
    navigator.serviceWorker
      .register("/inventory-count-worker.js", { scope: "/admin/inventory-count/" })
      .then(() => navigator.serviceWorker.ready)
      .then(
        () => isShown && setIsReady(true),
        () => undefined, // the browser forbids it or an update is on its way, but the page still opens online
      );
    return () => {
      isShown = false;
    };
  }, [inventoryCountId, userId, scope]);
  return isReady;
}

function Unsent({ queue, inventoryCount }: { queue: ScanQueue; inventoryCount: OpenInventoryCount }) {
  const { stored, trouble } = queue;
  if (trouble === "full") {
    return (
      <Alert tone="error" title="The last scan wasn’t counted.">
        This browser is out of storage. Wait until the scans are sent, or free up some space.
      </Alert>
    );
  }
  if (stored.length === 0) return null;
  const scans = stored.length === 1 ? "1 scan is" : `${stored.length} scans are`;
  if (trouble === "closed") {
    return (
      <Alert tone="error" title={`${scans} not counted.`}>
        <p>
          {inventoryCount.closedAt === null
            ? "The inventory count was closed, and is open again now."
            : `${inventoryCount.closedByName} closed this inventory count before they arrived. To count them, ask for it to be reopened.`}
        </p>
        <Row>
          <Button size="small" onClick={queue.retry}>
            Try again
          </Button>
          <ActionButton
            size="small"
            ask={{ question: "Discard the scans that weren’t counted?", confirmLabel: "Discard", danger: true }}
            action={async () => queue.discard()}
          >
            Discard
          </ActionButton>
        </Row>
      </Alert>
    );
  }
  return (
    <Alert tone={trouble === "waiting" ? "warning" : "info"} title={`${scans} not sent yet.`}>
      {trouble === "waiting"
        ? "The library can’t be reached. Keep scanning: this browser saves your scans and sends them once you’re online."
        : "Sending…"}
    </Alert>
  );
}
