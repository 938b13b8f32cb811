import { useMutation } from "@tanstack/react-query";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { useCacheOrder } from "#web/orders/order-queries.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { afterDialog, announce } from "#web/ui/accessibility.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { copyName } from "#web/lib/formats.tsx";

export type CopyChange =
  | { kind: "check out"; orderItemId: number; inventoryId: number; quantity: number }
  | { kind: "assign"; orderItemId: number; inventoryItemId: number }
  | { kind: "undo"; orderItemId: number }
  | { kind: "remove"; orderItemId: number; orderInventoryItemId: number };

const doneWords: Record<CopyChange["kind"], string> = {
  "check out": messages.done.skuAssigned,
  assign: messages.done.skuAssigned,
  undo: messages.done.allSkusRemoved,
  remove: messages.done.skuRemoved,
};

export function useChangeCopies(order: StaffOrder) {
  const cache = useCacheOrder();
  return useMutation({
    mutationFn: sendChange,
    onSuccess: (response, { kind }) => {
      cache(response);
      toast(doneWords[kind]);
      afterDialog(() => announce(addedCopies(order, response.data)));
    },
  });
}

export function addedCopies(before: StaffOrder, { orderItems }: StaffOrder): string {
  const copiesOf = (items: StaffOrder["orderItems"]) => items.flatMap(({ orderInventoryItems }) => orderInventoryItems);
  const knownIds = new Set(copiesOf(before.orderItems).map(({ orderInventoryItemId }) => orderInventoryItemId));
  const newCopies = copiesOf(orderItems).filter(({ orderInventoryItemId }) => !knownIds.has(orderInventoryItemId));
  return newCopies.map(({ inventoryItem }) => copyName(inventoryItem)).join(", ");
}

/** Assigns a scanned copy to a line. The scanner reports every error except a missing login. */
export function useAssignScanned() {
  const cache = useCacheOrder();
  return useMutation({
    mutationFn: sendChange,
    onSuccess: cache,
    meta: { ownFaults: (error) => !(error instanceof CallFailed && [401, 403].includes(error.status)) },
  }).mutateAsync;
}

function sendChange({ orderItemId, ...change }: CopyChange) {
  const body = {}; // the specified calls carry the order, which the server ignores
  switch (change.kind) {
    case "check out": {
      const params = { orderItemId, inventoryId: change.inventoryId, n: change.quantity };
      return call("POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}", {
        params,
        body,
      });
    }
    case "assign": {
      const params = { orderItemId, inventoryItemId: change.inventoryItemId };
      return call("POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}", { params, body });
    }
    case "undo":
      return call("POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}", { params: { orderItemId }, body });
    case "remove": {
      const params = { orderItemId, id: change.orderInventoryItemId };
      return call("POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}", { params, body });
    }
  }
}
