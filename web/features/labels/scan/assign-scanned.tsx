import { messages } from "#contract/specified-messages.ts";
import type { ScannedCopy } from "./find-scanned-copy.ts";
import { ScanCopies } from "./scan-copies.tsx";
import { nameOf } from "./use-scanning.ts";

/** Scans copies onto an order, one after another. `assign` throws with a sentence when a copy is not allowed. */
export function AssignScanned({ assign }: { assign: (copy: ScannedCopy) => Promise<void> }) {
  return (
    <ScanCopies
      purpose="Scan copies"
      verb="Assign"
      onCopy={async (copy) => {
        await assign(copy);
        return `${messages.done.skuAssigned} ${nameOf(copy)}.`;
      }}
    />
  );
}
