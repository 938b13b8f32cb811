import type { OpenStockTake } from "#contract/stock-take/stock-takes.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import type { ScanQueue } from "./use-scan-queue.ts";

/** How many scans this browser still has to send, and what can be done about them. */
export function Unsent({ queue, stockTake }: { queue: ScanQueue; stockTake: OpenStockTake }) {
  const confirm = useConfirm();
  const { kept, trouble } = queue;
  if (trouble === "full") {
    return (
      <Alert tone="error" title="The last scan was not counted.">
        This browser has no room for another one. Wait until the scans are sent, or free some room.
      </Alert>
    );
  }
  if (kept.length === 0) return null;
  const scans = kept.length === 1 ? "1 scan is" : `${kept.length} scans are`;
  if (trouble === "closed") {
    const discard = async () => {
      const [question, confirmLabel] = ["Throw away the scans that were not counted?", "Throw away"];
      if (await confirm({ question, confirmLabel, danger: true })) queue.discard();
    };
    return (
      <Alert tone="error" title={`${scans} not counted.`}>
        <p>
          {stockTake.closedAt === null
            ? "The stock-take had been closed, and is open again."
            : `${stockTake.closedByName} closed this stock-take before they arrived. To count them, ask for it to be reopened.`}
        </p>
        <Row>
          <Button size="small" onClick={queue.retry}>
            Try again
          </Button>
          <Button size="small" onClick={() => void discard()}>
            Throw away
          </Button>
        </Row>
      </Alert>
    );
  }
  return (
    <Alert tone={trouble === "waiting" ? "warning" : "info"} title={`${scans} not sent yet.`}>
      {trouble === "waiting"
        ? "The library can’t be reached. Go on scanning: they are kept in this browser, and are sent when there is a network."
        : "Sending …"}
    </Alert>
  );
}
