import { type RefObject, useEffect, useRef, useState } from "react";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";

const lensKey = "scanner lens";

export type CameraState = "asking" | "on" | "resting" | CameraTrouble;

export type Camera = {
  state: CameraState;
  lenses: readonly Lens[];
  lens: string | undefined;
  chooseLens: (lens: string) => void;
  /** undefined without a light */
  torch: boolean | undefined;
  toggleTorch: () => void;
  retry: () => void;
};

/** Shows a camera in a video while its component is mounted and the page is visible. */
export function useCamera(picture: RefObject<HTMLVideoElement | null>): Camera {
  const track = useRef<MediaStreamTrack>(undefined);
  const [wanted, setWanted] = useState({ lens: storedChoice(lensKey), attempt: 0 });
  const [state, setState] = useState<CameraState>("asking");
  const [lenses, setLenses] = useState<readonly Lens[]>([]);
  const [lens, setLens] = useState<string>();
  const [torch, setTorch] = useState<boolean>();
  const isSeen = usePageIsSeen();

  useEffect(() => {
    const video = picture.current;
    if (!isSeen || !video) return undefined;
    let over = false;
    let stream: MediaStream | undefined;
    const start = async () => {
      setState("asking");
      const opened = await openCamera(wanted.lens);
      if ("trouble" in opened) {
        if (!over) setState(opened.trouble);
        return;
      }
      stream = opened.stream;
      // closed while the browser was still asking; otherwise the camera would stay on
      if (over) return stop(stream);
      const own = stream.getVideoTracks()[0];
      own?.addEventListener("ended", () => !over && setState("busy"));
      track.current = own;
      await show(stream, video);
      if (over) return;
      setState("on");
      setLens(own?.getSettings().deviceId);
      setTorch(hasTorch(own) ? false : undefined);
      const found = await listLenses().catch(() => []);
      if (!over) setLenses(found);
    };
    void start();
    return () => {
      over = true;
      track.current = undefined;
      void show(null, video);
      if (stream) stop(stream);
    };
  }, [wanted, isSeen, picture]);

  const chooseLens = (id: string) => {
    storeChoice(lensKey, id);
    setWanted(({ attempt }) => ({ lens: id, attempt }));
  };
  const toggleTorch = () => {
    const on = torch !== true;
    if (track.current) void switchTorch(track.current, on).then((done) => done && setTorch(on));
  };
  const retry = () => setWanted(({ lens: same, attempt }) => ({ lens: same, attempt: attempt + 1 }));
  return { state: isSeen ? state : "resting", lenses, lens, chooseLens, torch, toggleTorch, retry };
}

async function show(stream: MediaStream | null, video: HTMLVideoElement): Promise<void> {
  video.srcObject = stream;
  // a play interrupted by the next picture is not an error
  if (stream) await video.play().catch(() => undefined);
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function usePageIsSeen(): boolean {
  const [isSeen, setSeen] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setSeen(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isSeen;
}

export type CameraTrouble = "denied" | "none" | "busy" | "insecure";

type OpenedCamera = { stream: MediaStream } | { trouble: CameraTrouble };

const size = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the camera chosen earlier if it is still there; else the one facing away from the user. */
async function openCamera(lens: string | undefined): Promise<OpenedCamera> {
  if (!window.isSecureContext || !("mediaDevices" in navigator)) return { trouble: "insecure" };
  const open = (video: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...video } });
  try {
    if (lens) {
      try {
        return { stream: await open({ deviceId: { exact: lens } }) };
      } catch (error) {
        if (troubleOf(error) !== "none") throw error; // it is gone: use any other
      }
    }
    return { stream: await open({ facingMode: { ideal: "environment" } }) };
  } catch (error) {
    return { trouble: troubleOf(error) };
  }
}

function troubleOf(error: unknown): CameraTrouble {
  const name = error instanceof DOMException || error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "none";
  return "busy";
}

type Lens = { id: string; name: string };

/** The available cameras; their names are known after permission. */
async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `Camera ${at + 1}` }));
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const can: object = track?.getCapabilities() ?? {};
  return "torch" in can && can.torch === true;
}

/** Switches a camera's light; false on failure. */
async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  // a variable, because TypeScript's constraints do not include the light
  const light: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  return track.applyConstraints({ advanced: [light] }).then(
    () => true,
    () => false,
  );
}
