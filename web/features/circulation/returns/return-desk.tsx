import { type ReactNode, useState } from "react";
import { useNavigate, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import type { Copy } from "#contract/catalog.ts";
import type { ReturnedCopy, Swap } from "#contract/desk/returns.ts";
import type { Undo } from "#web/ui/code-scanner/session-scans.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Parcel } from "./parcel.tsx";
import styles from "./return-desk.module.css";
import { ReturnedRow } from "./returned-row.tsx";
import { WrongCopy } from "#web/features/circulation/swaps/wrong-copy.tsx";
import { useConditionKeys } from "./use-condition-keys.ts";
import { useReturns } from "./use-returns.ts";
import { useWrongCopy } from "./use-wrong-copy.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";

type ScanProps = {
  /** Gives the check-in in words, and how it is undone. Throws with a sentence when the copy cannot be checked in. */
  onCopy: (copy: Copy) => Promise<{ words: string; undo: Undo }>;
  /** Shows the whole parcel of an order. */
  onOrder: (orderId: number) => void;
  /** Before each scan of a copy. */
  onScan: () => void;
  /** Something was done about the last scan. */
  isSettled: boolean;
};

type ReturnDeskProps = {
  /** Renders the scan field. */
  scan: (props: ScanProps) => ReactNode;
};

/** Where copies come back: scan, scan, scan, in any order; below, what was checked in and where it goes. */
export function ReturnDesk({ scan }: ReturnDeskProps) {
  const desk = useReturns();
  const { returned, changeCondition, noteCase } = desk;
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const show = (shown?: number) => void navigate(`/admin/returns${shown === undefined ? "" : `?order=${shown}`}`);
  const orderId = Number(address.get("order")) || undefined;
  const [newest] = returned;
  const { wrong, swapped, scan: scanCopy, ...wrongly } = useWrongCopy(desk, orderId);
  const told = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      toast(error instanceof Error ? error.message : messages.trouble.reallyWrong, "error"),
    );
  const takeBack = async (copy: ReturnedCopy) => {
    announce(await wrongly.undoCheckIn(copy));
  };
  useConditionKeys((condition) => {
    if (newest && newest.condition !== condition) void told(changeCondition(newest, { condition, note: newest.note }));
  });
  return (
    <Stack>
      {scan({
        onCopy: scanCopy,
        onOrder: (shown) => {
          wrongly.forget();
          show(shown);
        },
        onScan: wrongly.forget,
        isSettled: swapped !== undefined,
      })}
      {wrong && (
        <WrongCopy
          key={wrong.copy.inventoryItemId}
          copy={wrong.copy}
          verb="Swap and check in: it was sent for"
          instead={wrong.instead}
          onSwap={(loan) => told(wrongly.swapAndCheckIn(wrong.copy, loan))}
        >
          {wrong.copy.orderId !== null && wrong.copy.orderId !== orderId && orderId !== undefined && (
            <Row>
              <Button onClick={() => void told(wrongly.checkInAnyway(wrong.copy))}>
                Check in for order #{wrong.copy.orderId}
              </Button>
            </Row>
          )}
        </WrongCopy>
      )}
      {swapped && <Swapped swap={swapped} onUndo={() => told(wrongly.undoSwapped())} />}
      {orderId !== undefined && <Parcel key={orderId} orderId={orderId} onClose={() => show()} />}
      <section aria-labelledby="checked-in" className={styles.returned}>
        <h2 id="checked-in">Checked in{returned.length > 0 && ` (${returned.length})`}</h2>
        {returned.length === 0 ? (
          <EmptyState title="Nothing checked in yet.">
            Scan the label of a copy that came back. You can mix parcels, and undo every scan.
          </EmptyState>
        ) : (
          <ol className={styles.list} reversed>
            {returned.map((copy) => (
              <ReturnedRow
                key={copy.returnId}
                copy={copy}
                withKeys={copy === newest}
                onChange={(judgment) => told(changeCondition(copy, judgment))}
                onUndo={() => told(takeBack(copy))}
                onCase={(caseId) => noteCase(copy, caseId)}
              />
            ))}
          </ol>
        )}
      </section>
    </Stack>
  );
}

/** Says which copies were swapped, with Undo. */
function Swapped({ swap, onUndo }: { swap: Swap; onUndo: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const { orderId, otherOrderId, found, recorded } = swap;
  return (
    <Alert tone="success" title="Swapped">
      <Stack>
        <p>
          Order #{orderId} had {copyName(found)}.{" "}
          {otherOrderId === null
            ? `${copyName(recorded)} is on the shelf.`
            : `Order #${otherOrderId} has ${copyName(recorded)}.`}
        </p>
        <Row>
          <Button
            size="small"
            icon={<Undo2 size={18} />}
            busy={busy}
            aria-label={`Undo the swap of ${copyName(found)}`}
            onClick={() => {
              setBusy(true);
              void onUndo().then(() => setBusy(false));
            }}
          >
            Undo
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}
