import { useId, useState } from "react";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Row } from "#web/ui/layout/stack.tsx";

const load = () => import("./stock-reasons.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** Asks why copies cannot be ordered; what answers is loaded then. */
export function WhyOutOfStock({ item }: { item: { inventoryId: number; inStock: number } }) {
  const id = useId();
  const [loaded, setLoaded] = useState<Loaded>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const toggle = () => {
    setOpen(!open);
    if (open || loaded) return;
    setBusy(true);
    load().then(
      (parts) => {
        setLoaded(parts);
        setBusy(false);
      },
      () => {
        setOpen(false);
        setBusy(false);
        toast("The reasons couldn’t load. Check your connection, then try again.", "error");
      },
    );
  };
  return (
    <>
      <Row>
        <Button size="small" aria-expanded={open} aria-controls={id} busy={busy} onClick={toggle}>
          {item.inStock === 0 ? "Why is this out of stock?" : "How does the stock add up?"}
        </Button>
      </Row>
      <div id={id} hidden={!open}>
        {open && loaded && <loaded.StockReasons inventoryId={item.inventoryId} />}
      </div>
    </>
  );
}
