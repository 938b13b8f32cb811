import { useEffect, useRef } from "react";
import { focusOn } from "#web/lib/focus-on.ts";
import { copyText } from "./copy-text.ts";
import { saveFile } from "#web/lib/files/save-file.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Download, Printer } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import styles from "#web/features/accounts/form.module.css";
import own from "./second-step.module.css";

type RecoveryCodesProps = { userName: string; codes: readonly string[]; onDone: () => void };

/** New recovery codes, this once. */
export function RecoveryCodes({ userName, codes, onDone }: RecoveryCodesProps) {
  const heading = `Recovery codes of ${userName}`;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusOn(box.current?.querySelector("h2")), []); // what was asked for
  const asText = `${heading}, ${location.host}\nEach works once instead of a code of the app.\n\n${codes.join("\n")}\n`;
  const download = () =>
    saveFile({ fileName: "recovery-codes.txt", content: new Blob([asText], { type: "text/plain" }) });
  return (
    <div ref={box}>
      <Card heading={heading}>
        <div data-screen-only>
          <Alert tone="warning" title="Keep these codes now">
            They are shown only this once. Keep them where you find them without your phone, such as on paper in a
            drawer.
          </Alert>
        </div>
        <p>Each works once instead of a code of the app. For {location.host}.</p>
        <ol className={own.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code className={own.code}>{code}</code>
            </li>
          ))}
        </ol>
        <div className={styles.actions} data-screen-only>
          <Button onClick={() => void copyText(codes.join("\n"))}>Copy</Button>
          <Button icon={<Download size={18} />} onClick={download}>
            Download
          </Button>
          <Button icon={<Printer size={18} />} onClick={() => window.print()}>
            Print
          </Button>
          <Button look="primary" onClick={onDone}>
            I’ve kept them
          </Button>
        </div>
      </Card>
    </div>
  );
}
