import { useState, useSyncExternalStore } from "react";
import { ScanCard } from "./scan-copies.tsx";
import { inventoryCounts } from "./inventory-count-queries.ts";
import { useSession } from "#web/lib/session.ts";
import { signalScan } from "#web/ui/code-scanner/scan-signals.ts";
import { buttonClass, ButtonLink } from "#web/ui/actions/button.tsx";
import { type StoredScan, useScanQueue } from "./scan-queue.ts";
import { type RecentScan, recentScans } from "./recent-scans.tsx";
import { keptOffline } from "#web/lib/kept-offline.ts";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { useParams } from "#web/ui/router.tsx";

/** Replaces an inventory count's page while offline, at admin/inventory-count/offline/{id}. */
export function OfflinePage() {
  const id = Number(useParams()["id"]);
  const [offlineCount] = useState(() => keptOffline(id));
  if (!offlineCount) {
    return (
      <Page heading="Inventory count">
        <EmptyState
          title="This inventory count isn’t available offline in this browser."
          actions={<ButtonLink to={inventoryCounts.path}>Inventory count</ButtonLink>}
        >
          Open it once while you’re online.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page heading={`Inventory count #${id}: ${offlineCount.scope}`} lead="Offline">
      <CountOffline id={id} userId={offlineCount.userId} />
    </Page>
  );
}

/** Scans offline and without a login. This browser stores the scans until the inventory count's page sends them. */
function CountOffline({ id, userId }: { id: number; userId: number }) {
  const queue = useScanQueue(id, userId);
  const isOwn = useSession()?.user.userId === userId;
  const allScans = useAllScans(queue.stored);
  const unsentIds = new Set(queue.stored.map(({ scanId }) => scanId));
  const scans = recentScans(allScans, []).map((scan) => (unsentIds.has(scan.scanId) ? scan : asSent(scan)));
  const scan = (text: string, place: string) => {
    queue.scan(text, place);
    if (!isOwn) signalScan(true);
  };
  return (
    <Stack>
      <Waiting
        count={queue.stored.length}
        sent={allScans.length - unsentIds.size}
        isFull={queue.trouble === "full"}
        id={id}
      />
      <ScanCard scans={scans} onScan={scan} onUndo={queue.undo} />
    </Stack>
  );
}

/** Keeps every scan this page has shown, including those sent since. */
function useAllScans(stored: readonly StoredScan[]): readonly StoredScan[] {
  const [allScans, setAllScans] = useState(stored);
  const isNew = (scan: StoredScan) =>
    !allScans.some(({ scanId, isUndone }) => scanId === scan.scanId && isUndone === scan.isUndone);
  const newScans = stored.filter(isNew);
  if (newScans.length > 0)
    setAllScans([...allScans.filter(({ scanId }) => newScans.every((scan) => scan.scanId !== scanId)), ...newScans]);
  return allScans;
}

const asSent = (scan: RecentScan): RecentScan => ({ ...scan, words: scan.isUndone ? "Undone" : "Sent", isSent: true });

function Waiting({ count, sent, isFull, id }: { count: number; sent: number; isFull: boolean; id: number }) {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const done = { 0: "No scans to send.", 1: "1 scan was sent." }[sent] ?? `${sent} scans were sent.`;
  const status = { 0: done, 1: "1 scan is waiting to be sent." }[count] ?? `${count} scans are waiting to be sent.`;
  if (isFull) {
    return (
      <Alert tone="error" title="The last scan wasn’t counted.">
        This browser is out of storage. {status}
      </Alert>
    );
  }
  return (
    <Alert tone={isOnline ? "info" : "warning"} title={status}>
      <p>
        {isOnline
          ? count === 0
            ? "You’re online. Go back to the inventory count to see the results of your scans."
            : "You may be back online. Go back to the inventory count to send your scans. You may have to log in first."
          : "You’re offline. Keep scanning: this browser saves your scans, even if you close it."}
      </p>
      <Row>
        {/* a plain link, because a full page load leads back here while offline */}
        <a
          className={buttonClass({ look: isOnline ? "primary" : "secondary", size: "small" })}
          href={`/admin/inventory-count/${id}`}
        >
          Back to the inventory count
        </a>
      </Row>
    </Alert>
  );
}

function onNetwork(change: () => void): () => void {
  const kinds = ["online", "offline"];
  for (const kind of kinds) addEventListener(kind, change);
  return () => {
    for (const kind of kinds) removeEventListener(kind, change);
  };
}
