import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenInventoryCount } from "#contract/desk/inventory-counts.ts";
import { call, isRefusedFor } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { countStored } from "./scan-queue.ts";
import { Row } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { ForRole } from "#web/lib/session.ts";
import { TimeText } from "#web/lib/formats.tsx";

type CloseInventoryCountProps = { inventoryCount: OpenInventoryCount; userId: number };

/** Closes or reopens an inventory count. It can't be closed while this browser or a phone has unsent scans. */
export function CloseInventoryCount({ inventoryCount, userId }: CloseInventoryCountProps) {
  const { inventoryCountId: id, closedAt, tally } = inventoryCount;
  const confirm = useConfirm();
  const [unsentMessage, setUnsentMessage] = useState<string>();
  const isOpen = closedAt === null;
  const label = isOpen ? "Close inventory count" : "Reopen inventory count";
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      isOpen
        ? call("POST InventoryCount/Close/{id}", { params: { id }, query: { withoutUnsent: false } })
        : call("POST InventoryCount/Reopen/{id}", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["inventory-counts"] }),
  });
  const press = async () => {
    const problem = isOpen ? problemOf(countStored(userId, id)) : undefined;
    setUnsentMessage(problem);
    if (problem !== undefined) return;
    const question = isOpen ? "Close this inventory count?" : "Reopen this inventory count?";
    const explanation = isOpen
      ? `${missingWords(tally.missing)} Scans that an offline phone hasn’t sent won’t be counted.`
      : "New scans will be counted again.";
    if (await confirm({ question, explanation, confirmLabel: label })) mutate();
  };
  return (
    <ForRole least="clerk">
      {unsentMessage && (
        <Alert tone="error" title="Not closed.">
          {unsentMessage}
        </Alert>
      )}
      {isOpen && inventoryCount.unsent.length > 0 && (
        <OnPhones inventoryCount={inventoryCount} isRefused={error !== null && isRefusedFor(error, "scans-unsent")} />
      )}
      <Row>
        <Button look={isOpen ? "primary" : "secondary"} busy={isPending} onClick={() => void press()}>
          {label}
        </Button>
      </Row>
    </ForRole>
  );
}

type OnPhonesProps = { inventoryCount: OpenInventoryCount; isRefused: boolean };

/** Lists people with unsent scans. A manager may close the count without them. */
function OnPhones({ inventoryCount: { inventoryCountId: id, unsent, tally }, isRefused }: OnPhonesProps) {
  const total = unsent.reduce((sum, phone) => sum + phone.scans, 0);
  return (
    <Alert
      tone={isRefused ? "error" : "warning"}
      title={`${isRefused ? "Not closed. " : ""}${total === 1 ? "1 scan is" : `${total} scans are`} still on a phone.`}
    >
      <ul aria-label="People with unsent scans">
        {unsent.map(({ userName, scans: count, since, saidAt }) => (
          <li key={`${userName} ${since}`}>
            {userName}: {scans(count)} since <TimeText value={since} />, last reported <TimeText value={saidAt} />
          </li>
        ))}
      </ul>
      <p>Phones send their scans once they’re online. Then you can close the inventory count.</p>
      <ForRole least="manager">
        <Row>
          <ActionButton
            size="small"
            ask={{
              question: `Close without ${scans(total)}?`,
              explanation: `${missingWords(tally.missing)} The phones keep their scans. To count them later, reopen the inventory count.`,
              confirmLabel: "Close without them",
              danger: true,
            }}
            action={() => call("POST InventoryCount/Close/{id}", { params: { id }, query: { withoutUnsent: true } })}
            changes={["inventory-counts"]}
          >
            Close without them
          </ActionButton>
        </Row>
      </ForRole>
    </Alert>
  );
}

const missingWords = (missing: number) =>
  missing === 1 ? "1 copy wasn’t scanned." : `${missing.toLocaleString("en-US")} copies weren’t scanned.`;

function problemOf({ mine, others }: ReturnType<typeof countStored>): string | undefined {
  if (mine > 0) return `This browser still has ${scans(mine)} of yours to send. Wait until they’re sent.`;
  if (others > 0)
    return `This browser still has ${scans(others)} by someone else to send. They need to log in here first.`;
  return undefined;
}

const scans = (count: number) => (count === 1 ? "1 scan" : `${count} scans`);
