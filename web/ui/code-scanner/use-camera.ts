import { type RefObject, useEffect, useRef, useState } from "react";
import { storeChoice, storedChoice } from "#web/lib/stored-choice.ts";

const lensKey = "scanner lens";

export type CameraState = "asking" | "on" | "resting" | CameraTrouble;

export type Camera = {
  state: CameraState;
  lenses: readonly Lens[];
  lens: string | undefined;
  chooseLens: (lens: string) => void;
  /** Whether the light is on; undefined without one. */
  torch: boolean | undefined;
  toggleTorch: () => void;
  retry: () => void;
};

/** Shows a camera in a video element while the component is mounted and the page is visible. */
export function useCamera(picture: RefObject<HTMLVideoElement | null>): Camera {
  const track = useRef<MediaStreamTrack>(undefined);
  const [request, setRequest] = useState({ lens: storedChoice(lensKey), attempt: 0 });
  const [state, setState] = useState<CameraState>("asking");
  const [lenses, setLenses] = useState<readonly Lens[]>([]);
  const [lens, setLens] = useState<string>();
  const [torch, setTorch] = useState<boolean>();
  const isVisible = usePageVisibility();

  useEffect(() => {
    const video = picture.current;
    if (!isVisible || !video) return undefined;
    let over = false;
    let stream: MediaStream | undefined;
    const start = async () => {
      setState("asking");
      const result = await openCamera(request.lens);
      if ("trouble" in result) {
        if (!over) setState(result.trouble);
        return;
      }
      stream = result.stream;
      // if the scanner closed while the browser was asking, the camera would stay on
      if (over) return stop(stream);
      const own = stream.getVideoTracks()[0];
      own?.addEventListener("ended", () => !over && setState("busy"));
      track.current = own;
      await show(stream, video);
      if (over) return;
      setState("on");
      setLens(own?.getSettings().deviceId);
      setTorch(hasTorch(own) ? false : undefined);
      const available = await listLenses().catch(() => []);
      if (!over) setLenses(available);
    };
    void start();
    return () => {
      over = true;
      track.current = undefined;
      void show(null, video);
      if (stream) stop(stream);
    };
  }, [request, isVisible, picture]);

  const chooseLens = (id: string) => {
    storeChoice(lensKey, id);
    setRequest(({ attempt }) => ({ lens: id, attempt }));
  };
  const toggleTorch = () => {
    const on = torch !== true;
    if (track.current) void switchTorch(track.current, on).then((done) => done && setTorch(on));
  };
  const retry = () => setRequest(({ lens: same, attempt }) => ({ lens: same, attempt: attempt + 1 }));
  return { state: isVisible ? state : "resting", lenses, lens, chooseLens, torch, toggleTorch, retry };
}

async function show(stream: MediaStream | null, video: HTMLVideoElement): Promise<void> {
  video.srcObject = stream;
  // a newer stream may interrupt playing, which is not an error
  if (stream) await video.play().catch(() => undefined);
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function usePageVisibility(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}

export type CameraTrouble = "denied" | "none" | "busy" | "insecure";

type OpenedCamera = { stream: MediaStream } | { trouble: CameraTrouble };

const size = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the camera chosen earlier if it still exists, or else the one facing away from the user. */
async function openCamera(lens: string | undefined): Promise<OpenedCamera> {
  if (!window.isSecureContext || !("mediaDevices" in navigator)) return { trouble: "insecure" };
  const open = (video: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...video } });
  try {
    if (lens) {
      try {
        return { stream: await open({ deviceId: { exact: lens } }) };
      } catch (error) {
        if (troubleOf(error) !== "none") throw error; // fall back to any other
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

/** Lists the cameras; their names are known only after permission is given. */
async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `Camera ${at + 1}` }));
}

function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const capabilities: object = track?.getCapabilities() ?? {};
  return "torch" in capabilities && capabilities.torch === true;
}

/** Turns a camera's light on or off; returns false on failure. */
async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  // TypeScript's constraints do not include the light
  const light: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  return track.applyConstraints({ advanced: [light] }).then(
    () => true,
    () => false,
  );
}
