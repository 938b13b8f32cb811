import { useState } from "react";
import type { Swap } from "#contract/desk/swaps.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { copyName } from "../order-details/copy-name.ts";

/** Says which copies were swapped, with Undo. */
export function Swapped({ swap, onUndo }: { swap: Swap; onUndo: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
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
          <Button
            size="small"
            icon={<Undo2 size={18} />}
            busy={busy}
            aria-label={`Undo the swap of ${copyName(found)}`}
            onClick={() => {
              setBusy(true);
              void onUndo().then(() => setBusy(false));
            }}
          >
            Undo
          </Button>
        </Row>
      </Stack>
    </Alert>
  );
}
