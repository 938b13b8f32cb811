import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ListedCopy } from "#contract/stock-take/stock-takes.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { copyName } from "./stock-take-words.ts";

/** Everything may be other after a check-in. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [subject] }) => subject !== "returns" && subject !== "site" && subject !== "codes",
    });
}

const checkIn = async (inventoryItemId: number) =>
  (await call("POST Returns/CheckIn", { body: { inventoryItemId } })).data.returnId;

/** Checks a scanned copy in as the return desk does, and takes that back. */
export function CheckInScanned({ copy }: { copy: ListedCopy }) {
  const refresh = useRefresh();
  const [returnId, setReturnId] = useState<number>();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (returnId === undefined) return checkIn(copy.inventoryItemId);
      await call("POST Returns/Undo/{id}", { params: { id: returnId } });
      return undefined;
    },
    onSuccess: setReturnId,
    // not waited for: "Undo" shows now, and must not ignore a press until the lists are read again
    onSettled: () => {
      void refresh();
    },
  });
  const name = copyName(copy);
  if (returnId === undefined && copy.orderId === null) return null;
  return (
    <Button
      size="small"
      busy={isPending}
      icon={returnId === undefined ? undefined : <Undo2 size={18} />}
      aria-label={`${returnId === undefined ? "Check in" : "Undo"}: ${name}`}
      onClick={() => mutate()}
    >
      {returnId === undefined ? "Check in" : "Undo"}
    </Button>
  );
}

/** Checks in what is out of this page, one copy after another. What is refused is said, and stops none. */
export function CheckInAll({ copies }: { copies: readonly ListedCopy[] }) {
  const refresh = useRefresh();
  const out = copies.filter(({ orderId }) => orderId !== null);
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const refused: string[] = [];
      for (const copy of out) {
        await checkIn(copy.inventoryItemId).catch((error: unknown) => {
          if (!(error instanceof CallFailed && error.isRefusal)) throw error;
          refused.push(`${copyName(copy)}: ${error.message}`);
        });
      }
      return { done: out.length - refused.length, refused };
    },
    onSettled: refresh,
  });
  return (
    <>
      {data && (
        <Alert
          tone={data.refused.length > 0 ? "warning" : "success"}
          title={data.done === 1 ? "1 copy is checked in." : `${data.done} copies are checked in.`}
        >
          {data.refused.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      )}
      {out.length > 0 && (
        <Row>
          <Button busy={isPending} onClick={() => mutate()}>
            {out.length === 1 ? "Check in 1 copy" : `Check in these ${out.length} copies`}
          </Button>
        </Row>
      )}
    </>
  );
}
