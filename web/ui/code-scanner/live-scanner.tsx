import { useRef, useState } from "react";
import { Button, buttonClass } from "#web/ui/actions/button.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./code-scanner.module.css";
import { type Camera, type CameraTrouble, useCamera } from "./use-camera.ts";
import { readCodesOfFile, type Readings, useReading } from "./use-reading.ts";
import { Row } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";

const troubles: Record<CameraTrouble, { title: string; help: string }> = {
  denied: {
    title: "Camera access is blocked.",
    help: "Allow the camera for this site, using the icon next to the address or your browser settings, then try again.",
  },
  none: { title: "No camera was found.", help: "Connect a camera and try again, or continue without one." },
  busy: {
    title: "The camera can’t be used right now.",
    help: "Another app or tab may be using it. Close it, then try again.",
  },
  insecure: {
    title: "The camera works only on a secure connection.",
    help: "Open this site with an address that starts with https://. Everything else works here.",
  },
};

/** Reads QR codes continuously with the camera, or from a photo as a fallback. */
export function LiveScanner({ onCode, onNothing }: Readings) {
  const picture = useRef<HTMLVideoElement>(null);
  const camera = useCamera(picture);
  const decoder = useReading(picture, camera.state, { onCode, onNothing });
  const { state } = camera;
  const trouble = state === "asking" || state === "on" || state === "resting" ? undefined : troubles[state];
  return (
    <div className={styles.scanner}>
      <div className={cx(styles.frame, trouble && styles.away)} data-state={state}>
        <video ref={picture} className={styles.picture} muted playsInline aria-label="Camera view" />
        <p className={styles.words} aria-live="polite">
          {state === "asking" && "Starting the camera. If your browser asks, allow access."}
          {state === "on" && decoder === "loading" && "Loading the scanner…"}
          {state === "resting" && "The camera is paused while this page is hidden."}
        </p>
      </div>
      {trouble && (
        <Alert tone="warning" title={trouble.title}>
          <p>{trouble.help}</p>
        </Alert>
      )}
      {decoder === "failed" && (
        <Alert tone="warning" title="The scanner couldn’t load.">
          Check your connection, then close the scanner and open it again.
        </Alert>
      )}
      <Controls camera={camera} hasTrouble={Boolean(trouble)} onCode={onCode} onNothing={onNothing} />
    </div>
  );
}

type ControlsProps = Readings & { camera: Camera; hasTrouble: boolean };

function Controls({ camera, hasTrouble, onCode, onNothing }: ControlsProps) {
  const { lenses, lens, torch } = camera;
  return (
    <Row align="end">
      {lenses.length > 1 && (
        <SelectField
          label="Camera"
          value={lens ?? ""}
          options={lenses.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => camera.chooseLens(event.target.value)}
        />
      )}
      {torch !== undefined && (
        <Button aria-pressed={torch} onClick={camera.toggleTorch}>
          Light
        </Button>
      )}
      {hasTrouble && <Button onClick={camera.retry}>Try again</Button>}
      <Photo onCode={onCode} onNothing={onNothing} />
    </Row>
  );
}

function Photo({ onCode, onNothing }: Readings) {
  const [busy, setBusy] = useState(false);
  const read = async (file: File) => {
    setBusy(true);
    const [text] = await readCodesOfFile(file).catch(() => []);
    await (text === undefined ? onNothing() : onCode(text));
    setBusy(false);
  };
  return (
    <label className={cx(buttonClass({}), styles.photo)} aria-busy={busy || undefined}>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file && !busy) void read(file);
          currentTarget.value = ""; // so that the same photo can be chosen again
        }}
      />
      {busy ? "Reading the photo…" : "Take a photo"}
    </label>
  );
}
