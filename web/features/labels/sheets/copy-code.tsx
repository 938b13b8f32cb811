import { TitleText } from "#web/language/title-text.tsx";
import { writeLabel } from "#contract/labels.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { encodeQR } from "qr";
import styles from "./copy-code.module.css";

type CopyCodeProps = {
  copy: { inventoryItemId: number; skuNumber: string };
  name: string;
  item: { title: string; language: string };
};

const size = 225; // pixels with the quiet zone, of the specification

/** A copy's code as printed, with its text below. */
export function CopyCode({ copy, name, item }: CopyCodeProps) {
  return (
    <figure className={styles.code}>
      <QrCode text={writeLabel(copy)} name={`QR code of ${name}`} />
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

const quietZone = 4; // modules, of the standard

/** A QR code of error level H, dark on light in every color scheme, because scanners expect paper. */
function QrCode({ text, name }: { text: string; name: string }) {
  const data = encodeQR(text, "raw", { ecc: "high", border: quietZone });
  return (
    <svg
      role="img"
      aria-label={name}
      width={size}
      height={size}
      viewBox={`0 0 ${data.length} ${data.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path fill="#000" d={data.map(darkRuns).join("")} />
    </svg>
  );
}

/** The dark modules of a row as a path, with neighbors merged. */
function darkRuns(row: readonly boolean[], y: number): string {
  const dark = row.map((module) => (module ? "1" : "0")).join("");
  return [...dark.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
