import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Copy } from "#contract/catalog.ts";
import type { ReturnedCopy, Swap } from "#contract/desk/returns.ts";
import { isRefusedFor } from "#web/lib/call.ts";
import { keepAction, sessionScansQuery } from "#web/ui/code-scanner/session-scans.ts";
import { staffOrderQuery } from "../order-queries.ts";
import { loansBeside, scanOfSwap, useSwap } from "../swaps/use-swaps.ts";
import type { Instead } from "../swaps/wrong-copy.tsx";
import { checkedIn, undoOfCheckIn } from "./in-words.ts";
import { keepCheckIn, sayCheckIn } from "./keep-check-in.ts";
import type { useReturns } from "./use-returns.ts";
import { useUndo } from "./use-undo.ts";

/** A scanned copy that is not where it was recorded, and the loans that it may have been sent for. */
type Wrong = { copy: Copy; instead: readonly Instead[] };

type Desk = Pick<ReturnType<typeof useReturns>, "checkIn" | "returned">;

/** Checks in scanned copies; one that was sent by mistake for another copy of its title can be swapped with that. */
export function useWrongCopy({ checkIn, returned: checkedInHere }: Desk, parcelId: number | undefined) {
  const client = useQueryClient();
  const undoAll = useUndo();
  const [wrong, setWrong] = useState<Wrong>();
  const [swapped, setSwapped] = useState<Swap>();
  const scans = useQuery(sessionScansQuery).data ?? [];
  const undoOfSwap = scans.find(({ undo }) => swapped && undo?.swapId === swapped.swapId)?.undo;
  const parcel = useQuery({ ...staffOrderQuery(parcelId ?? 0), enabled: parcelId !== undefined }).data;
  const { mutateAsync: swap } = useSwap({ ownFaults: true });

  /** Copies of the same title that the parcel on the screen should have. */
  const inParcel = ({ inventoryId, orderId }: Copy): Instead[] =>
    parcel === undefined || orderId === null || orderId === parcel.orderId
      ? []
      : parcel.orderItems
          .filter((line) => line.inventory.inventoryId === inventoryId)
          .flatMap(({ orderInventoryItems }) =>
            orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => ({
              ...inventoryItem,
              orderInventoryItemId,
              where: `in this parcel, order #${parcel.orderId}`,
            })),
          );
  const forget = () => {
    setWrong(undefined);
    setSwapped(undefined);
  };
  const scan = async (copy: Copy) => {
    const instead = inParcel(copy);
    if (instead.length > 0) {
      setWrong({ copy, instead });
      throw new Error(`This copy is on order #${copy.orderId}, not in this parcel.`);
    }
    try {
      const returned = await checkIn(copy.inventoryItemId);
      sayCheckIn(returned);
      return { words: checkedIn(returned), undo: undoOfCheckIn(returned) };
    } catch (error) {
      const isAgain = checkedInHere.some(({ inventoryItemId }) => inventoryItemId === copy.inventoryItemId);
      if (isAgain && isRefusedFor(error, "copy-not-out")) throw new Error("You checked in this copy already.");
      const isElsewhere = isRefusedFor(error, "copy-not-out") || isRefusedFor(error, "order-not-shipped");
      const loans = isElsewhere && !copy.isInactive ? await loansBeside(copy.inventoryItemId) : [];
      const withPlace = loans.map((loan) => ({ ...loan, where: `out on order #${loan.orderId}, ${loan.schoolName}` }));
      if (withPlace.length > 0) setWrong({ copy, instead: withPlace });
      throw error;
    }
  };
  return {
    wrong,
    /** The last swap, until it is undone, here or among the scans. */
    swapped: undoOfSwap && swapped,
    scan,
    /** What was offered for the last copy is over. */
    forget,
    /** Checks it in as recorded. */
    checkInAnyway: async ({ inventoryItemId }: Copy) => {
      const back = await checkIn(inventoryItemId);
      keepCheckIn(client, back);
      setWrong(undefined);
    },
    /** One press, one of the session's scans, and one Undo. */
    swapAndCheckIn: async ({ inventoryItemId }: Copy, { orderInventoryItemId }: Instead) => {
      const swapDone = await swap({ orderInventoryItemId, inventoryItemId });
      const { words, undo } = scanOfSwap(swapDone);
      let done = { words, undo };
      setWrong(undefined);
      setSwapped(swapDone);
      try {
        const back = await checkIn(inventoryItemId);
        sayCheckIn(back);
        done = { words: `${words} ${checkedIn(back)}`, undo: { ...undo, returnId: back.returnId } };
      } finally {
        keepAction(client, { ...done, isGood: true }); // the swap too, when the check-in failed
      }
    },
    /** The copy is out again, and the other one where it was recorded. */
    undoSwapped: async () => {
      if (undoOfSwap) await undoAll(undoOfSwap);
    },
    /** Undoes a check-in, with the swap that was one press with it. Gives what to say then. */
    undoCheckIn: async (copy: ReturnedCopy): Promise<string> => {
      const withSwap = scans.find(({ undo }) => undo?.returnId === copy.returnId && undo.swapId !== undefined)?.undo;
      const undo = withSwap ?? undoOfCheckIn(copy);
      await undoAll(undo);
      return undo.words;
    },
  };
}
