import type { BorrowerPage } from "#contract/borrowers/borrowers.ts";
import { call } from "#web/lib/call.ts";
import { useDownload } from "#web/lib/files/use-download.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./one-borrower.module.css";

/** Downloads the letter that a borrower owes nothing; what is still open is refused, and said until it is pressed again. */
export function ClearanceLetter({ of: { borrowerId } }: { of: BorrowerPage }) {
  const { button, said, refusal } = useDownload(
    () => call("GET Borrowers/ClearanceLetter/{id}", { params: { id: borrowerId } }),
    "Clearance letter downloaded.",
  );
  return (
    <>
      <Button {...button}>Clearance letter</Button>
      {refusal === undefined ? (
        <VisuallyHidden>
          <output>{said}</output>
        </VisuallyHidden>
      ) : (
        <output className={styles.below}>{refusal}</output>
      )}
    </>
  );
}
