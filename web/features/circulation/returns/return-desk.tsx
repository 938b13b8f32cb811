import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Parcel } from "./parcel.tsx";
import styles from "./return-desk.module.css";
import { ReturnedRow, whereTo } from "./returned-row.tsx";
import { useReturns } from "./use-returns.ts";

type ScanProps = {
  /** Throws with a sentence when the copy cannot be checked in. */
  onCopy: (copy: { inventoryItemId: number }) => Promise<void>;
  /** Shows the whole parcel of an order. */
  onOrder: (orderId: number) => void;
};

type ReturnDeskProps = {
  /** Renders the scan field. */
  scan: (props: ScanProps) => ReactNode;
};

/** Where copies come back: scan, scan, scan, in any order; below, what was checked in and where it goes. */
export function ReturnDesk({ scan }: ReturnDeskProps) {
  const { returned, checkIn, changeCondition, undo, noteCase } = useReturns();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const show = (shown?: number) => void navigate(`/admin/returns${shown === undefined ? "" : `?order=${shown}`}`);
  const orderId = Number(address.get("order")) || undefined;
  const [newest] = returned;
  const told = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      toast(error instanceof Error ? error.message : messages.trouble.reallyWrong, "error"),
    );
  return (
    <Stack>
      {scan({
        onCopy: async ({ inventoryItemId }) => void (await checkIn(inventoryItemId)),
        onOrder: show,
      })}
      {orderId !== undefined && (
        <Parcel
          key={orderId}
          orderId={orderId}
          onCheckIn={async (ids) => {
            for (const id of ids) await checkIn(id);
          }}
          onClose={() => show()}
        />
      )}
      <div aria-live="polite">
        <VisuallyHidden>{newest && `Checked in: ${newest.title}. ${whereTo(newest)}.`}</VisuallyHidden>
      </div>
      <section aria-labelledby="checked-in">
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
                onChange={(condition, note) => told(changeCondition(copy, condition, note))}
                onUndo={() => told(undo(copy))}
                onCase={(caseId) => noteCase(copy, caseId)}
              />
            ))}
          </ol>
        )}
      </section>
    </Stack>
  );
}
