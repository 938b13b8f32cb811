import type { ImportDetail } from "#contract/imports.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { FileUp, Printer } from "#web/ui/icons.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Faults } from "./faults.tsx";
import { Results } from "./results.tsx";

const another = (
  <ButtonLink to="/admin/import" icon={<FileUp size={18} aria-hidden="true" />}>
    Import another file
  </ButtonLink>
);

/** The import is saved. */
export function Saved({ detail }: { detail: ImportDetail }) {
  const { counts, isFileKept } = detail;
  return (
    <Stack>
      {detail.message && <Alert>{detail.message}</Alert>}
      <Results detail={detail} isSaved />
      <Row>
        <ButtonLink to="/admin/inventorylist" look="primary">
          Go to the inventory
        </ButtonLink>
        {counts.copies > 0 && (
          <ButtonLink to="/admin/labels" icon={<Printer size={18} aria-hidden="true" />}>
            Print labels
          </ButtonLink>
        )}
        {another}
      </Row>
      {counts.faulty > 0 && isFileKept && <Faults detail={detail} />}
    </Stack>
  );
}

/** Nothing was saved: canceled, failed, or the file was deleted. */
export function NotSaved({ detail: { state, message } }: { detail: ImportDetail }) {
  return (
    <Stack>
      {state === "failed" && (
        <Alert tone="error" title={message ?? "Something went wrong with this import."}>
          Nothing was saved. You can upload the file again.
        </Alert>
      )}
      {state === "cancelled" && <p>{message ?? "Nothing was saved."}</p>}
      {(state === "matching" || state === "checked") && (
        <Alert>
          We keep files for seven days, and this one has been deleted. Nothing was saved. You can upload the file again.
        </Alert>
      )}
      <Row>{another}</Row>
    </Stack>
  );
}
