import { useMay } from "#web/lib/session.ts";
import { Link } from "#web/ui/router/router.tsx";

type OpenCasesNoteProps = { of: { borrowerId: number; openCases: number } };

/** A word to staff that a borrower has something to settle; nothing where nothing is open. */
export function OpenCasesNote({ of: { borrowerId, openCases } }: OpenCasesNoteProps) {
  const mayOpenBorrowers = useMay("clerk");
  if (openCases === 0) return null;
  const words = openCases === 1 ? "1 open case" : `${openCases} open cases`;
  return (
    <span>
      The borrower has {mayOpenBorrowers ? <Link to={`/admin/borrowers/${borrowerId}`}>{words}</Link> : words}.
    </span>
  );
}
