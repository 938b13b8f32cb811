import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

// by default it is fetched from a public CDN
prepareZXingModule({
  overrides: { locateFile: (name: string, folder: string) => (name.endsWith(".wasm") ? wasm : folder + name) },
});

const detector = new BarcodeDetector({ formats: ["qr_code"] });

/** Loads and compiles the decoder, so that the first picture does not wait for it. */
export async function prepareDetector(): Promise<void> {
  await prepareZXingModule({ fireImmediately: true });
}

/** The texts of the QR codes in a picture. */
export async function readCodes(picture: HTMLVideoElement | ImageBitmap): Promise<string[]> {
  const found = await detector.detect(picture);
  return found.map(({ rawValue }) => rawValue);
}

/** The texts of the QR codes in a file; none when it is not a picture. */
export async function readCodesOfFile(file: Blob): Promise<string[]> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return [];
  try {
    return await readCodes(picture);
  } finally {
    picture.close();
  }
}
