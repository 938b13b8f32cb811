import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FoundCopy } from "#contract/desk/search.ts";
import type { StaffOrder } from "#contract/orders/orders.ts";
import type { ReturnedCopy, Swap } from "#contract/desk/returns.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { staffOrderQuery } from "#web/orders/order-queries.ts";
import { Package } from "./package.tsx";
import styles from "./return-desk.module.css";
import { ReturnedRow, useConditionKeys } from "./returned-row.tsx";
import {
  announceCheckIn,
  checkInWords,
  recordCheckIn,
  scanOfSwap,
  undoOfCheckIn,
  useDesk,
  useReturns,
} from "#web/orders/use-returns.ts";
import { DeskScanner } from "#web/desk/scanning/desk-scanner.tsx";
import { call, isRefusedFor } from "#web/lib/call.ts";
import { ActionButton, UndoButton } from "#web/ui/actions/action-button.tsx";
import { recordAction, sessionScansQuery } from "#web/ui/code-scanner/session-scans.ts";
import { type SwapCandidate, SwapOffer } from "#web/desk/scanning/swap-offer.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { announce, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Alert, EmptyState } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { useNavigate, useSearchParams } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";

/** Shows admin/returns. `order` in the address opens its package. */
export function ReturnsPage() {
  return (
    <Page heading="Returns">
      <ReturnDesk />
    </Page>
  );
}

/** A scanned copy that isn't where the records say, and the loans it may have been mixed up with. */
type Wrong = { copy: FoundCopy; instead: readonly SwapCandidate[] };

type Desk = Pick<ReturnType<typeof useReturns>, "checkIn" | "returned" | "undo">;

/** Returns the copies of the same title that the package on the screen should contain. */
function candidatesIn({ inventoryId, order: ownOrder }: FoundCopy, order: StaffOrder | undefined): SwapCandidate[] {
  if (!order || !ownOrder || ownOrder.orderId === order.orderId) return [];
  return order.orderItems
    .filter(({ inventory }) => inventory.inventoryId === inventoryId)
    .flatMap(({ orderInventoryItems }) => orderInventoryItems)
    .map(({ orderInventoryItemId, inventoryItem }) => ({
      ...inventoryItem,
      orderInventoryItemId,
      where: `in this package, order #${order.orderId}`,
    }));
}

/** Checks in scanned copies, and swaps those that were sent instead of another copy of their title. */
function useWrongCopy({ checkIn, returned: checkIns, undo: undoAll }: Desk, packageId: number | undefined) {
  const client = useQueryClient();
  const { swap } = useDesk();
  const [wrong, setWrong] = useState<Wrong>();
  const [lastSwap, setLastSwap] = useState<Swap>();
  const scans = useQuery(sessionScansQuery).data ?? [];
  const undoOfSwap = scans.find(({ undo }) => lastSwap && undo?.eventIds.includes(lastSwap.eventId))?.undo;
  const order = useQuery({ ...staffOrderQuery(packageId ?? 0), enabled: packageId !== undefined }).data;

  const clear = () => {
    setWrong(undefined);
    setLastSwap(undefined);
  };
  const scan = async (copy: FoundCopy) => {
    const instead = candidatesIn(copy, order);
    if (instead.length > 0) {
      setWrong({ copy, instead });
      throw new Error(`This copy is on order #${copy.order?.orderId}, not in this package.`);
    }
    try {
      const returnedCopy = await checkIn(copy.inventoryItemId);
      announceCheckIn(returnedCopy);
      return { words: checkInWords(returnedCopy), undo: undoOfCheckIn(returnedCopy) };
    } catch (error) {
      const isAgain = checkIns.some(({ inventoryItemId }) => inventoryItemId === copy.inventoryItemId);
      if (isAgain && isRefusedFor(error, "copy-not-out")) throw new Error("You already checked in this copy.");
      const isElsewhere = isRefusedFor(error, "copy-not-out") || isRefusedFor(error, "order-not-shipped");
      const params = { inventoryItemId: copy.inventoryItemId };
      const loans =
        isElsewhere && !copy.isInactive
          ? (await call("GET Returns/GetSwappable/{inventoryItemId}", { params })).data
          : [];
      const candidates = loans.map((loan) => ({
        ...loan,
        where: `on loan with order #${loan.orderId}, ${loan.schoolName}`,
      }));
      if (candidates.length > 0) setWrong({ copy, instead: candidates });
      throw error;
    }
  };
  return {
    wrong,
    /** The last swap, until it is undone, here or among the scans. */
    swapped: undoOfSwap && lastSwap,
    scan,
    clear,
    checkInAnyway: async ({ inventoryItemId }: FoundCopy) => {
      const returnedCopy = await checkIn(inventoryItemId);
      recordCheckIn(client, returnedCopy);
      setWrong(undefined);
    },
    /** Counts as one scan of the session, with one Undo. */
    swapAndCheckIn: async ({ inventoryItemId }: FoundCopy, { orderInventoryItemId }: SwapCandidate) => {
      const newSwap = await swap({ orderInventoryItemId, inventoryItemId });
      const { words, undo } = scanOfSwap(newSwap);
      let result = { words, undo };
      setWrong(undefined);
      setLastSwap(newSwap);
      try {
        const returnedCopy = await checkIn(inventoryItemId);
        announceCheckIn(returnedCopy);
        const eventIds = [...undoOfCheckIn(returnedCopy).eventIds, ...undo.eventIds];
        result = { words: `${words} ${checkInWords(returnedCopy)}`, undo: { ...undo, eventIds } };
      } finally {
        recordAction(client, { ...result, isGood: true }); // also when only the swap worked
      }
    },
    undoSwapped: async () => {
      if (undoOfSwap) await undoAll(undoOfSwap);
    },
    /** Undoes a check-in, and a swap made with the same press. Returns the announcement. */
    undoCheckIn: async (copy: ReturnedCopy): Promise<string> => {
      const scanUndo = scans.find(({ undo }) => copy.eventId !== null && undo?.eventIds.includes(copy.eventId))?.undo;
      const undo = scanUndo ?? undoOfCheckIn(copy);
      await undoAll(undo);
      return undo.words;
    },
  };
}

function ReturnDesk() {
  const desk = useReturns();
  const { returned, changeCondition, noteClaim } = desk;
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const show = (id?: number) => void navigate(`/admin/returns${id === undefined ? "" : `?order=${id}`}`);
  const orderId = Number(address.get("order")) || undefined;
  const [newest] = returned;
  /** The open package, then those of this session's check-ins, newest first. */
  const packages = new Set([...(orderId === undefined ? [] : [orderId]), ...returned.map((copy) => copy.orderId)]);
  const { wrong, swapped, scan: scanCopy, ...wrongCopy } = useWrongCopy(desk, orderId);
  const withToast = (work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      toast(error instanceof Error ? error.message : messages.trouble.reallyWrong, "error"),
    );
  useConditionKeys((condition) => {
    if (newest && newest.condition !== condition)
      void withToast(changeCondition(newest, { condition, note: newest.note }));
  });
  return (
    <Stack>
      <DeskScanner
        onCopy={scanCopy}
        onOrder={(id) => {
          wrongCopy.clear();
          show(id);
        }}
        onScan={wrongCopy.clear}
        isSettled={swapped !== undefined}
      />
      {wrong && (
        <SwapOffer
          key={wrong.copy.inventoryItemId}
          copy={wrong.copy}
          verb="Swap and check in: sent instead of"
          instead={wrong.instead}
          onSwap={(loan) => wrongCopy.swapAndCheckIn(wrong.copy, loan)}
        >
          {wrong.copy.order && wrong.copy.order.orderId !== orderId && orderId !== undefined && (
            <Row>
              <ActionButton action={() => wrongCopy.checkInAnyway(wrong.copy)}>
                Check in for order #{wrong.copy.order.orderId}
              </ActionButton>
            </Row>
          )}
        </SwapOffer>
      )}
      {swapped && <Swapped swap={swapped} onUndo={wrongCopy.undoSwapped} />}
      <section aria-labelledby="packages" className={styles.returned}>
        <h2 id="packages">
          <VisuallyHidden>Packages</VisuallyHidden>
        </h2>
        {packages.size === 0 && (
          <EmptyState title="Nothing checked in yet.">
            Scan the label of a returned copy. It’s checked in right away. You can mix packages and undo any scan.
          </EmptyState>
        )}
        {packages.size > 0 && (
          <div className={styles.packages}>
            {[...packages].map((id) => {
              const copies = returned.filter((copy) => copy.orderId === id);
              return (
                <Package key={id} orderId={id} returned={copies} isOpen={id === orderId} onClose={() => show()}>
                  {copies.length > 0 && (
                    <ol className={styles.list} reversed>
                      {copies.map((copy) => (
                        <ReturnedRow
                          key={copy.returnId}
                          copy={copy}
                          isNewest={copy === newest}
                          onChange={(judgment) => withToast(changeCondition(copy, judgment))}
                          onUndo={async () => announce(await wrongCopy.undoCheckIn(copy))}
                          onClaim={(claimId) => noteClaim(copy, claimId)}
                        />
                      ))}
                    </ol>
                  )}
                </Package>
              );
            })}
          </div>
        )}
      </section>
    </Stack>
  );
}

function Swapped({ swap, onUndo }: { swap: Swap; onUndo: () => Promise<unknown> }) {
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
          <UndoButton aria-label={`Undo the swap of ${copyName(found)}`} action={onUndo} done="Swap undone." />
        </Row>
      </Stack>
    </Alert>
  );
}
