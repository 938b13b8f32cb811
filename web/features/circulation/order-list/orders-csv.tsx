import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Download } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { type OrderFilters, searchOf } from "../order-queries.ts";

/** Downloads all orders of the list, on every page. */
export function OrdersCsv({ filters }: { filters: OrderFilters }) {
  const fetched = () => call("GET Desk/OrdersCsv", { query: searchOf(filters) });
  const { button, said } = useDownload(fetched, "Orders CSV downloaded.");
  return (
    <>
      <Button {...button} icon={<Download size={18} />}>
        Download CSV
      </Button>
      <VisuallyHidden>
        <span aria-live="polite">{said}</span>
      </VisuallyHidden>
    </>
  );
}
