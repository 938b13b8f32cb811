import { useNavigate } from "#web/ui/router/router.tsx";
import { ScanCopies } from "./scan-copies.tsx";
import { foundCopyHref } from "./found-copy-href.ts";
import { nameOf } from "./use-scanning.ts";

/** Finds a copy by its label and opens its title with the copy highlighted. */
export function FindScanned() {
  const navigate = useNavigate();
  return (
    <ScanCopies
      purpose="Find by scan"
      verb="Find"
      once
      onCopy={async (copy) => {
        await navigate(foundCopyHref(copy));
        return `Found ${nameOf(copy)}.`;
      }}
    />
  );
}
