import { useQuery } from "@tanstack/react-query";
import type { Copy, Item } from "#contract/catalog/catalog.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import styles from "./item-qr-code-page.module.css";
import { Button } from "#web/ui/actions/button.tsx";
import { Printer } from "#web/ui/icons.tsx";
import { copyQuery } from "#web/catalog/staff-catalog-queries.ts";
import { useParams } from "#web/ui/router.tsx";
import { copyName } from "#web/lib/formats.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
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
        {(data) => <CopyCode copy={data} />}
      </Fetched>
    </Page>
  );
}

const size = 225; // pixels including the quiet zone, as specified

function CopyCode({ copy }: { copy: Copy & { inventory: Item } }) {
  const name = copyName(copy);
  return (
    <figure className={styles.code}>
      <QrCode text={writeLabel(copy)} name={`QR code of ${name}`} size={size} />
      <figcaption className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <span>
          <TitleText of={copy.inventory} />
        </span>
      </figcaption>
    </figure>
  );
}

function CopyCodeSkeleton() {
  return (
    <div className={styles.code}>
      <Skeleton width={size} height={size} />
      <Skeleton width="10em" />
    </div>
  );
}
