import { writeLabel } from "#contract/catalog/labels.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import styles from "./copy-code.module.css";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Skeleton } from "#web/ui/feedback/loading.tsx";

type CopyCodeProps = {
  copy: { inventoryItemId: number; skuNumber: string };
  name: string;
  item: { title: string; language: string };
};

const size = 225; // pixels including the quiet zone, as specified

export function CopyCode({ copy, name, item }: CopyCodeProps) {
  return (
    <figure className={styles.code}>
      <QrCode text={writeLabel(copy)} name={`QR code of ${name}`} size={size} />
      <figcaption className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <span>
          <TitleText of={item} />
        </span>
      </figcaption>
    </figure>
  );
}

export function CopyCodeSkeleton() {
  return (
    <div className={styles.code}>
      <Skeleton width={size} height={size} />
      <Skeleton width="10em" />
    </div>
  );
}

export function QrCodeLink({ copy, name }: { copy: { inventoryItemId: number }; name: string }) {
  return (
    <ButtonLink to={`/admin/itemqrcode/${copy.inventoryItemId}`} size="small" look="quiet">
      QR code
      <VisuallyHidden> of {name}</VisuallyHidden>
    </ButtonLink>
  );
}
