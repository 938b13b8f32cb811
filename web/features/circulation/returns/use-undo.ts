import type { Undo } from "#web/ui/code-scanner/session-scans.ts";
import { useCheckOuts } from "../scan-box/use-check-outs.ts";
import { useUndoSwap } from "../swaps/use-swaps.ts";
import { useReturns } from "./use-returns.ts";

/** Undoes an action, the last of it first; throws with a sentence when one is refused. */
export function useUndo() {
  const { undo: undoCheckIn } = useReturns();
  const { undoCheckOut } = useCheckOuts();
  const { mutateAsync: undoSwap } = useUndoSwap({ ownFaults: true });
  return async ({ checkOutId, returnId, swapId }: Undo): Promise<void> => {
    if (checkOutId !== undefined) await undoCheckOut(checkOutId);
    if (returnId !== undefined) await undoCheckIn(returnId);
    if (swapId !== undefined) await undoSwap(swapId);
  };
}
