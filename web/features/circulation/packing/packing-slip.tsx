import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import { Printer } from "#web/ui/icons.tsx";

/** Downloads the packing slip of an order. */
export function PackingSlip({ orderId }: { orderId: number }) {
  return (
    <DownloadButton
      icon={<Printer size={18} />}
      file={() => call("GET Order/PackingPapers", { query: { ids: String(orderId), paper: "slips" } })}
      done="PDF downloaded."
    >
      Print packing slip
    </DownloadButton>
  );
}
