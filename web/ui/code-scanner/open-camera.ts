export type CameraTrouble = "denied" | "none" | "busy" | "insecure";

export type OpenedCamera = { stream: MediaStream } | { trouble: CameraTrouble };

const size = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** Opens the camera chosen earlier if it is still there; else the one facing away from the user. */
export async function openCamera(lens: string | undefined): Promise<OpenedCamera> {
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

export type Lens = { id: string; name: string };

/** The available cameras; their names are known after permission. */
export async function listLenses(): Promise<Lens[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId, label }, at) => ({ id: deviceId, name: label || `Camera ${at + 1}` }));
}

const key = "scanner lens";

export function chosenLens(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined; // storage is blocked: nothing can have been chosen
  }
}

export function rememberLens(lens: string): void {
  try {
    localStorage.setItem(key, lens);
  } catch {
    // storage is blocked: the choice lasts as long as the scanner is open
  }
}

export function hasTorch(track: MediaStreamTrack | undefined): boolean {
  const can: object = track?.getCapabilities() ?? {};
  return "torch" in can && can.torch === true;
}

/** Switches a camera's light; false on failure. */
export async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  // a variable, because TypeScript's constraints do not include the light
  const light: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
  return track.applyConstraints({ advanced: [light] }).then(
    () => true,
    () => false,
  );
}
