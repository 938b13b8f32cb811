import { useQueryClient } from "@tanstack/react-query";
import type { FoundCopy } from "#contract/desk/search.ts";
import { call } from "#web/lib/call.ts";
import { noteUndone } from "#web/ui/code-scanner/session-scans.ts";

export type WaitingLine = NonNullable<FoundCopy["neededBy"]>;

/** Checks a scanned copy out to the line that waits for it, and undoes that. Each throws with a sentence when refused. */
export function useCheckOuts() {
  const client = useQueryClient();
  const invalidate = () =>
    client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !kept.has(String(subject)) });
  return {
    /** Gives the id of the check-out. */
    checkOut: async (
      { inventoryItemId }: Pick<FoundCopy, "inventoryItemId">,
      { orderId, orderItemId }: Omit<WaitingLine, "schoolName">,
    ): Promise<number> => {
      const params = { orderItemId, inventoryItemId };
      const path = "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}";
      const { data } = await call(path, { params, body: { orderId } });
      void invalidate();
      const assigned = data.orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
      const mine = assigned.find(({ inventoryItem }) => inventoryItem.inventoryItemId === inventoryItemId);
      if (!mine) throw new Error(`Order #${orderId} has changed. Scan again.`);
      return mine.orderInventoryItemId;
    },
    undoCheckOut: async (orderInventoryItemId: number): Promise<void> => {
      await call("POST Desk/UndoCheckOut/{orderInventoryItemId}", { params: { orderInventoryItemId } });
      noteUndone(client, { checkOutId: orderInventoryItemId });
      void invalidate();
    },
  };
}

/** What no check-out changes. */
const kept = new Set(["scans", "returns", "site", "codes"]);
