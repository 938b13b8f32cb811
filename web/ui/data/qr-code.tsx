import { encodeQR } from "qr";

const quietZone = 4; // modules, as the standard requires

type QrCodeProps = {
  /** ASCII only: scanners guess the encoding of other characters. */
  text: string;
  name: string;
  /** In pixels, with the quiet zone. */
  size: number;
};

/** Draws a QR code of error level H, dark on light in both color schemes, because scanners expect paper. */
export function QrCode({ text, name, size }: QrCodeProps) {
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

/** Returns the dark modules of a row as a path, with neighbors merged. */
function darkRuns(row: readonly boolean[], y: number): string {
  const dark = row.map((module) => (module ? "1" : "0")).join("");
  return [...dark.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
