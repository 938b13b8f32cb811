import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenStockTake } from "#contract/stock-take/stock-takes.ts";
import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { countKept } from "./kept-scans.ts";

type CloseStockTakeProps = { stockTake: OpenStockTake; userId: number };

/** Ends the counting, or takes that back. Not while this browser has scans that were not sent. */
export function CloseStockTake({ stockTake, userId }: CloseStockTakeProps) {
  const { stockTakeId: id, closedAt, tally } = stockTake;
  const client = useQueryClient();
  const confirm = useConfirm();
  const [unsent, setUnsent] = useState<string>();
  const isOpen = closedAt === null;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      isOpen
        ? call("POST StockTake/Close/{id}", { params: { id } })
        : call("POST StockTake/Reopen/{id}", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["stock-takes"] }),
  });
  const press = async () => {
    const problem = isOpen ? problemOf(countKept(userId, id)) : undefined;
    setUnsent(problem);
    if (problem !== undefined) return;
    const question = isOpen ? "Close this stock-take?" : "Reopen this stock-take?";
    const explanation = isOpen
      ? `${tally.missing.toLocaleString("en-US")} copies were not scanned. What others have not sent yet will not be counted.`
      : "Scans are counted again.";
    if (await confirm({ question, explanation, confirmLabel: isOpen ? "Close stock-take" : "Reopen stock-take" }))
      mutate();
  };
  return (
    <ForRole least="clerk">
      {unsent && (
        <Alert tone="error" title="Not closed.">
          {unsent}
        </Alert>
      )}
      <Row>
        <Button look={isOpen ? "primary" : "secondary"} busy={isPending} onClick={() => void press()}>
          {isOpen ? "Close stock-take" : "Reopen stock-take"}
        </Button>
      </Row>
    </ForRole>
  );
}

function problemOf({ mine, others }: ReturnType<typeof countKept>): string | undefined {
  if (mine > 0) return `This browser has ${scans(mine)} of yours to send. Wait until they are sent.`;
  if (others > 0) return `This browser has ${scans(others)} of somebody else to send. They need to log in here first.`;
  return undefined;
}

const scans = (count: number) => (count === 1 ? "1 scan" : `${count} scans`);
