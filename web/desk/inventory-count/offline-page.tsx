import { useState, useSyncExternalStore } from "react";
import type { KeptScan } from "./kept-scans.ts";
import { LastScan, LastScans } from "./last-scans.tsx";
import { ScanCopies } from "./scan-copies.tsx";
import { type ShownScan, shownScans } from "./shown-scans.ts";
import { inventoryCounts } from "./inventory-count-queries.ts";
import { useScanQueue } from "./use-scan-queue.ts";
import { keptOffline } from "#web/lib/offline/kept-offline.ts";
import { useSession } from "#web/lib/session.ts";
import { answerScan } from "#web/ui/code-scanner/scan-signals.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { buttonClass, ButtonLink } from "#web/ui/actions/button.tsx";

/** admin/inventory-count/offline/{id}: where a inventory count leads without a network */
export function OfflinePage() {
  const id = Number(useParams()["id"]);
  const [kept] = useState(() => keptOffline(id));
  if (!kept) {
    return (
      <Page heading="Inventory count">
        <EmptyState
          title="This inventory count does not open without a network in this browser."
          actions={<ButtonLink to={inventoryCounts.path}>Inventory counts</ButtonLink>}
        >
          Open it once with a network.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page heading={`Inventory count #${id}: ${kept.scope}`} lead="Without a network">
      <CountOffline id={id} userId={kept.userId} />
    </Page>
  );
}

/** Scanning for a inventory count without a network, and without a login: scans are kept here until its page sends them. */
function CountOffline({ id, userId }: { id: number; userId: number }) {
  const queue = useScanQueue(id, userId);
  const isOwn = useSession()?.user.userId === userId;
  const seen = useSeen(queue.kept);
  const waiting = new Set(queue.kept.map(({ scanId }) => scanId));
  const scans = shownScans(seen, []).map((scan) => (waiting.has(scan.scanId) ? scan : arrived(scan)));
  const [newest] = scans;
  const scan = (text: string, place: string) => {
    queue.scan(text, place);
    if (!isOwn) answerScan(true);
  };
  return (
    <Stack>
      <Waiting count={queue.kept.length} sent={seen.length - waiting.size} isFull={queue.trouble === "full"} id={id} />
      <Card heading="Scan">
        <Stack>
          <ScanCopies onScan={scan} newest={newest} />
          <div aria-live="polite">{newest && <LastScan scan={newest} />}</div>
          <LastScans scans={scans} onUndo={queue.undo} />
        </Stack>
      </Card>
    </Stack>
  );
}

/** What this page has shown, with what it was sent of since. */
function useSeen(kept: readonly KeptScan[]): readonly KeptScan[] {
  const [seen, setSeen] = useState(kept);
  const isNew = (scan: KeptScan) =>
    !seen.some(({ scanId, isUndone }) => scanId === scan.scanId && isUndone === scan.isUndone);
  const more = kept.filter(isNew);
  if (more.length > 0) setSeen([...seen.filter(({ scanId }) => more.every((one) => one.scanId !== scanId)), ...more]);
  return seen;
}

const arrived = (scan: ShownScan): ShownScan => ({ ...scan, words: scan.isUndone ? "Undone" : "Sent", isSent: true });

/** How many scans wait in this browser, and how many this page has sent. */
function Waiting({ count, sent, isFull, id }: { count: number; sent: number; isFull: boolean; id: number }) {
  const isOnline = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const none = { 0: "No scan waits to be sent.", 1: "1 scan was sent." }[sent] ?? `${sent} scans were sent.`;
  const waits = { 0: none, 1: "1 scan waits to be sent." }[count] ?? `${count} scans wait to be sent.`;
  if (isFull) {
    return (
      <Alert tone="error" title="The last scan was not counted.">
        This browser has no room for another one. {waits}
      </Alert>
    );
  }
  return (
    <Alert tone={isOnline ? "info" : "warning"} title={waits}>
      <p>
        {isOnline
          ? count === 0
            ? "There is a network: go back to the inventory count for what the library says of your scans."
            : "There may be a network again: go back to the inventory count. What you scanned is sent from there, after a login if that is needed."
          : "There is no network. Go on scanning: this browser keeps your scans, also when it is closed."}
      </p>
      <Row>
        {/* not the router's: without a network it leads here again */}
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
