import { TitleText } from "#web/language/title-text.tsx";
import { writeLabel } from "#contract/labels.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { QrCode } from "./qr-code.tsx";
import styles from "./copy-code.module.css";

type CopyCodeProps = {
  copy: { inventoryItemId: number; skuNumber: string };
  /** The copy's name, as plain text below. */
  name: string;
  item: { title: string; language: string };
};

const size = 225; // pixels, of the specification

/** A copy's code as printed, with its text below. */
export function CopyCode({ copy, name, item }: CopyCodeProps) {
  return (
    <figure className={styles.code}>
      <QrCode text={writeLabel(copy)} size={size} name={`QR code of ${name}`} />
      <figcaption className={styles.words}>
        <strong className={styles.name}>{name}</strong>
        <span>
          <TitleText of={item} />
        </span>
      </figcaption>
    </figure>
  );
}

/** The code's skeleton. */
export function CopyCodeSkeleton() {
  return (
    <div className={styles.code}>
      <Skeleton width={size} height={size} />
      <Skeleton width="10em" />
    </div>
  );
}
