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

/** admin/inventory-count/offline/{id}: what an inventory count's address shows offline */
export function OfflinePage() {
  const id = Number(useParams()["id"]);
  const [stored] = useState(() => keptOffline(id));
  if (!stored) {
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
    <Page heading={`Inventory count #${id}: ${stored.scope}`} lead="Offline">
      <CountOffline id={id} userId={stored.userId} />
    </Page>
  );
}

/** Scans offline, and without a login: this browser stores the scans until the inventory count's own page sends them. */
function CountOffline({ id, userId }: { id: number; userId: number }) {
  const queue = useScanQueue(id, userId);
  const isOwn = useSession()?.user.userId === userId;
  const seen = useSeen(queue.stored);
  const unsentIds = new Set(queue.stored.map(({ scanId }) => scanId));
  const scans = recentScans(seen, []).map((scan) => (unsentIds.has(scan.scanId) ? scan : arrived(scan)));
  const scan = (text: string, place: string) => {
    queue.scan(text, place);
    if (!isOwn) signalScan(true);
  };
  return (
    <Stack>
      <Waiting
        count={queue.stored.length}
        sent={seen.length - unsentIds.size}
        isFull={queue.trouble === "full"}
        id={id}
      />
      <ScanCard scans={scans} onScan={scan} onUndo={queue.undo} />
    </Stack>
  );
}

/** Keeps every scan this page has shown, including those sent since. */
function useSeen(stored: readonly StoredScan[]): readonly StoredScan[] {
  const [seen, setSeen] = useState(stored);
  const isNew = (scan: StoredScan) =>
    !seen.some(({ scanId, isUndone }) => scanId === scan.scanId && isUndone === scan.isUndone);
  const added = stored.filter(isNew);
  if (added.length > 0)
    setSeen([...seen.filter(({ scanId }) => added.every((scan) => scan.scanId !== scanId)), ...added]);
  return seen;
}

const arrived = (scan: RecentScan): RecentScan => ({ ...scan, words: scan.isUndone ? "Undone" : "Sent", isSent: true });

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
        {/* not the router's link: offline, this one leads back here */}
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
