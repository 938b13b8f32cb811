import { type RefObject, useState } from "react";
import { messages } from "#contract/specified-messages.ts";
import { IconButton } from "#web/ui/actions/button.tsx";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ScanQrCode } from "#web/ui/icons.tsx";
import { useLocation } from "#web/ui/router/router.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { Scan } from "#web/ui/code-scanner/session-scans.ts";

type ScanWithCameraProps = {
  /** Inside the window, so that the hand scanner recognizes it. */
  inside: RefObject<HTMLDivElement | null>;
  onCode: (text: string) => Promise<void>;
  newest: Scan | undefined;
};

/** Scans with the camera, one after another, until the window is closed or a scan leads to another page. */
export function ScanWithCamera({ inside, onCode, newest }: ScanWithCameraProps) {
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<{ on: string; before: number }>(); // before: the newest scan when it was opened
  const [nothing, setNothing] = useState(false);
  return (
    <>
      <IconButton
        label="Scan with the camera"
        icon={<ScanQrCode size={20} />}
        onClick={() => {
          setNothing(false);
          setOpened({ on: pathname, before: newest?.number ?? 0 });
        }}
      />
      {opened?.on === pathname && (
        <Dialog open title="Scan with the camera" onClose={() => setOpened(undefined)} initialFocus={inside}>
          <div ref={inside} tabIndex={-1}>
            <CodeScanner
              onCode={async (text) => {
                setNothing(false);
                await onCode(text);
              }}
              onNothing={() => setNothing(true)}
              said={
                <>
                  {newest && newest.number > opened.before && (
                    <Alert key={newest.number} tone={newest.isGood ? "success" : "error"}>
                      {newest.words}
                    </Alert>
                  )}
                  {nothing && <Alert tone="error">{messages.trouble.noQrCode}</Alert>}
                </>
              }
            />
          </div>
        </Dialog>
      )}
    </>
  );
}
