import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import type { ItemForm } from "./item-mutations.ts";
import { nextSkuQuery } from "./next-sku-query.ts";

/** Fills in the next free SKU; after a colleague took it, the one after that. */
export function NextSku({ form }: { form: ItemForm }) {
  const { values, change, attempt } = form;
  const next = useQuery(nextSkuQuery(values.categoryId, attempt)).data;
  if (!next || next === values.referenceNumber) return null;
  const use = () => {
    change({ referenceNumber: next });
    document.getElementById("referenceNumber")?.focus();
  };
  return (
    <div>
      <Button size="small" onClick={use}>
        Use {next}
        <VisuallyHidden> as the next free SKU number</VisuallyHidden>
      </Button>
    </div>
  );
}
