import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { CameraState } from "./use-camera.ts";
import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

/** `onCode` is called once while a code stays in view, `onNothing` after a while without one. */
export type Readings = { onCode: (text: string) => Promise<void>; onNothing: () => void };

const frameMs = 120;
const nothingAfterMs = 8000;

/** Reads codes from a running camera; returns the state of the decoder. */
export function useReading(
  picture: RefObject<HTMLVideoElement | null>,
  state: CameraState,
  { onCode, onNothing }: Readings,
): "loading" | "ready" | "failed" {
  const [decoder, setDecoder] = useState<"loading" | "ready" | "failed">("loading");
  const [guard] = useState(() => createRepeatGuard());
  const reportCode = useEffectEvent(onCode);
  const reportNothing = useEffectEvent(onNothing);

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
    const readFrame = async () => {
      const video = picture.current;
      // an unreadable frame is not an error
      const texts = video && video.readyState >= 2 ? await readCodes(video).catch(() => []) : [];
      for (const text of texts) {
        quietSince = undefined; // the hint must not replace what was said about a code
        if (over || !guard.isNew(text)) continue;
        await reportCode(text);
        guard.seen(text);
      }
      if (over) return;
      if (quietSince !== undefined && performance.now() - quietSince > nothingAfterMs) {
        quietSince = undefined;
        reportNothing();
      }
      timer = setTimeout(() => void readFrame(), frameMs);
    };
    void readFrame();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [reads, picture, guard]);
  return decoder;
}

/** Recognizes new codes: one that stays in view, or returns quickly, counts only once. */
type RepeatGuard = { isNew: (text: string) => boolean; seen: (text: string) => void };

/** `pause` is how long a code must be out of view, in ms, before it counts again. */
export function createRepeatGuard(pause = 2000, now: () => number = () => performance.now()): RepeatGuard {
  const lastSeen = new Map<string, number>();
  const seen = (text: string) => void lastSeen.set(text, now());
  const isNew = (text: string) => {
    const previous = lastSeen.get(text);
    seen(text);
    return previous === undefined || now() - previous > pause;
  };
  return { isNew, seen };
}

// the default is a public CDN
prepareZXingModule({
  overrides: { locateFile: (name: string, folder: string) => (name.endsWith(".wasm") ? wasm : folder + name) },
});

const detector = new BarcodeDetector({ formats: ["qr_code"] });

/** Loads and compiles the decoder, so that the first picture does not wait for it. */
async function prepareDetector(): Promise<void> {
  await prepareZXingModule({ fireImmediately: true });
}

/** Returns the texts of the QR codes in a picture. */
async function readCodes(picture: HTMLVideoElement | ImageBitmap): Promise<string[]> {
  const codes = await detector.detect(picture);
  return codes.map(({ rawValue }) => rawValue);
}

/** Returns the texts of the QR codes in a file; none if it is not a picture. */
export async function readCodesOfFile(file: Blob): Promise<string[]> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return [];
  try {
    return await readCodes(picture);
  } finally {
    picture.close();
  }
}
