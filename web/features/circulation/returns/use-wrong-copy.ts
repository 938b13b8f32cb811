import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Copy } from "#contract/catalog.ts";
import type { Swap } from "#contract/desk/swaps.ts";
import { isRefusedFor } from "#web/lib/call.ts";
import { staffOrderQuery } from "../order-queries.ts";
import { loansBeside, useSwap } from "../swaps/use-swaps.ts";
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
  const [swapped, setSwapped] = useState<{ swap: Swap; returnId: number }>();
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
    swapped,
    scan,
    /** What was offered for the last copy is over. */
    forget,
    /** Checks it in as recorded. */
    checkInAnyway: async ({ inventoryItemId }: Copy) => {
      const back = await checkIn(inventoryItemId);
      keepCheckIn(client, back);
      setWrong(undefined);
    },
    swapAndCheckIn: async ({ inventoryItemId }: Copy, { orderInventoryItemId }: Instead) => {
      const done = await swap({ orderInventoryItemId, inventoryItemId });
      setWrong(undefined);
      const back = await checkIn(inventoryItemId);
      keepCheckIn(client, back);
      setSwapped({ swap: done, returnId: back.returnId });
    },
    /** The copy is out again, and the other one where it was recorded. */
    undoSwapped: async () => {
      if (!swapped) return;
      await undoAll({ returnId: swapped.returnId, swapId: swapped.swap.swapId, words: "" });
      setSwapped(undefined);
    },
  };
}
