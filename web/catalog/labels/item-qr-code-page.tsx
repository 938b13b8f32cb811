import { useQuery } from "@tanstack/react-query";
import { CopyCode, CopyCodeSkeleton } from "./copy-code.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { copyQuery } from "#web/catalog/staff-catalog-queries.ts";
import { useParams } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { Page } from "#web/ui/layout.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";

export function ItemQrCodePage() {
  const query = useQuery(copyQuery(Number(useParams().id)));
  const copy = query.data;
  const name = copy && copyName(copy);
  const actions = (
    <Button look="primary" icon={<Printer size={18} />} onClick={() => window.print()}>
      Print
    </Button>
  );
  return (
    <Page
      heading="QR code"
      documentTitle={name ? `QR code of ${name}` : "QR code"}
      back={
        copy && (
          <div data-screen-only>
            <BackLink to={`/admin/viewitem/${copy.inventoryId}`}>Back to Item</BackLink>
          </div>
        )
      }
      actions={copy && actions}
    >
      <Fetched query={query} what="QR code" skeleton={<CopyCodeSkeleton />}>
        {(fetched) => <CopyCode copy={fetched} name={copyName(fetched)} item={fetched.inventory} />}
      </Fetched>
    </Page>
  );
}
