import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { CameraState } from "./use-camera.ts";
import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** Callbacks of a scan: a code, once while it stays in the picture, or that none was seen. */
export type Readings = { onCode: (text: string) => Promise<void>; onNothing: () => void };

const rest = 120; // ms between two frames
const patience = 8000; // ms without a code before reporting it

/** Reads codes from a running camera; reports whether the decoder could be loaded. */
export function useReading(
  picture: RefObject<HTMLVideoElement | null>,
  state: CameraState,
  { onCode, onNothing }: Readings,
): "loading" | "ready" | "failed" {
  const [decoder, setDecoder] = useState<"loading" | "ready" | "failed">("loading");
  const [guard] = useState(() => createRepeatGuard());
  const tellCode = useEffectEvent(onCode);
  const tellNothing = useEffectEvent(onNothing);

  useEffect(() => {
    prepareDetector().then(
      () => setDecoder("ready"),
      () => setDecoder("failed"),
    );
  }, []);

  const reads = state === "on" && decoder === "ready";
  useEffect(() => {
    if (!reads) return undefined;
    let over = false;
    let timer: ReturnType<typeof setTimeout>;
    let quietSince: number | undefined = performance.now();
    const look = async () => {
      const video = picture.current;
      // a single unreadable frame is not an error, the next one follows
      const texts = video && video.readyState >= 2 ? await readCodes(video).catch(() => []) : [];
      for (const text of texts) {
        quietSince = performance.now();
        if (over || !guard.isNew(text)) continue;
        await tellCode(text);
        guard.keep(text);
      }
      if (over) return;
      if (quietSince !== undefined && performance.now() - quietSince > patience) {
        quietSince = undefined;
        tellNothing();
      }
      timer = setTimeout(() => void look(), rest);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [reads, picture, guard]);
  return decoder;
}

/** Filters new codes: one that stays in the picture, or returns quickly, counts only once. */
type RepeatGuard = { isNew: (text: string) => boolean; keep: (text: string) => void };

/** `pause` is how long a code must be out of sight, in ms, before it counts again. */
export function createRepeatGuard(pause = 2000, now: () => number = () => performance.now()): RepeatGuard {
  const lastSeen = new Map<string, number>();
  const keep = (text: string) => void lastSeen.set(text, now());
  const isNew = (text: string) => {
    const before = lastSeen.get(text);
    keep(text);
    return before === undefined || now() - before > pause;
  };
  return { isNew, keep };
}

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
