import { type ReactNode, type RefObject, useState } from "react";
import { readScan } from "#contract/desk/scans.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { CodeScanner } from "#web/ui/code-scanner/code-scanner.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import styles from "./scan-dialog.module.css";
import { Alert } from "#web/ui/feedback/notices.tsx";

type CameraDialogProps = {
  title: string;
  /** Inside the dialog, so that the hand scanner recognizes its own dialog. */
  inside: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  onCode: (text: string) => unknown;
  /** Runs when a photo has no code; by default the dialog says so. */
  onNothing?: () => void;
  result: ReactNode;
  children?: ReactNode;
};

/** Scans with the camera. A hand scanner works in the dialog, too. */
export function CameraDialog({ title, inside, onClose, onCode, onNothing, result, children }: CameraDialogProps) {
  const [isUnreadable, setIsUnreadable] = useState(false);
  return (
    <Dialog open title={title} onClose={onClose} initialFocus={inside}>
      <div ref={inside} tabIndex={-1} className={styles.inside}>
        <CodeScanner
          onCode={async (text) => {
            setIsUnreadable(false);
            await onCode(readScan(text));
          }}
          onNothing={onNothing ?? (() => setIsUnreadable(true))}
          result={
            <>
              {result}
              {isUnreadable && <Alert tone="error">{messages.trouble.noQrCode}</Alert>}
            </>
          }
        />
        {children}
      </div>
    </Dialog>
  );
}
