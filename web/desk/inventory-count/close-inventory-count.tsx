import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OpenInventoryCount } from "#contract/desk/inventory-counts.ts";
import { call, isRefusedFor } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { countKept } from "./kept-scans.ts";

/** Ends the counting, or takes that back. Not while this browser, or a phone that said so, has scans that were not sent. */
export function CloseInventoryCount({
  inventoryCount,
  userId,
}: {
  inventoryCount: OpenInventoryCount;
  userId: number;
}) {
  const { inventoryCountId: id, closedAt, tally } = inventoryCount;
  const confirm = useConfirm();
  const [unsent, setUnsent] = useState<string>();
  const isOpen = closedAt === null;
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      isOpen
        ? call("POST InventoryCount/Close/{id}", { params: { id }, query: { withoutUnsent: false } })
        : call("POST InventoryCount/Reopen/{id}", { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["inventory-counts"] }),
  });
  const press = async () => {
    const problem = isOpen ? problemOf(countKept(userId, id)) : undefined;
    setUnsent(problem);
    if (problem !== undefined) return;
    const question = isOpen ? "Close this inventory count?" : "Reopen this inventory count?";
    const explanation = isOpen
      ? `${missingWords(tally.missing)} What a phone without a network has not sent will not be counted.`
      : "Scans are counted again.";
    if (
      await confirm({
        question,
        explanation,
        confirmLabel: isOpen ? "Close inventory-count" : "Reopen inventory-count",
      })
    )
      mutate();
  };
  return (
    <ForRole least="clerk">
      {unsent && (
        <Alert tone="error" title="Not closed.">
          {unsent}
        </Alert>
      )}
      {isOpen && inventoryCount.unsent.length > 0 && (
        <InPhones inventoryCount={inventoryCount} isRefused={error !== null && isRefusedFor(error, "scans-unsent")} />
      )}
      <Row>
        <Button look={isOpen ? "primary" : "secondary"} busy={isPending} onClick={() => void press()}>
          {isOpen ? "Close inventory-count" : "Reopen inventory-count"}
        </Button>
      </Row>
    </ForRole>
  );
}

type InPhonesProps = { inventoryCount: OpenInventoryCount; isRefused: boolean };

/** Who still has how many scans in a phone, and since when; a manager may close without them. */
function InPhones({ inventoryCount: { inventoryCountId: id, unsent, tally }, isRefused }: InPhonesProps) {
  const client = useQueryClient();
  const total = unsent.reduce((sum, one) => sum + one.scans, 0);
  return (
    <Alert
      tone={isRefused ? "error" : "warning"}
      title={`${isRefused ? "Not closed. " : ""}${total === 1 ? "1 scan is" : `${total} scans are`} still in a phone.`}
    >
      <ul aria-label="Who has scans to send">
        {unsent.map(({ userName, scans: count, since, saidAt }) => (
          <li key={`${userName} ${since}`}>
            {userName}: {scans(count)} since <TimeText value={since} />, as the phone said <TimeText value={saidAt} />
          </li>
        ))}
      </ul>
      <p>Their pages send them when there is a network. It cannot be closed before.</p>
      <ForRole least="manager">
        <Row>
          <ActionButton
            size="small"
            ask={{
              question: `Close without ${scans(total)}?`,
              explanation: `${missingWords(tally.missing)} The phones keep their scans: they can be counted when the inventory count is reopened.`,
              confirmLabel: "Close without them",
              danger: true,
            }}
            action={() => call("POST InventoryCount/Close/{id}", { params: { id }, query: { withoutUnsent: true } })}
            after={() => client.invalidateQueries({ queryKey: ["inventory-counts"] })}
          >
            Close without them
          </ActionButton>
        </Row>
      </ForRole>
    </Alert>
  );
}

const missingWords = (missing: number) =>
  missing === 1 ? "1 copy was not scanned." : `${missing.toLocaleString("en-US")} copies were not scanned.`;

function problemOf({ mine, others }: ReturnType<typeof countKept>): string | undefined {
  if (mine > 0) return `This browser has ${scans(mine)} of yours to send. Wait until they are sent.`;
  if (others > 0) return `This browser has ${scans(others)} of somebody else to send. They need to log in here first.`;
  return undefined;
}

const scans = (count: number) => (count === 1 ? "1 scan" : `${count} scans`);
