import { type ComponentProps, useEffect, useState } from "react";
import { keepEarlySlash } from "#web/desk/scan-box/early-slash.ts";
import { useLocation } from "#web/ui/router.tsx";

const fetchParts = async () => {
  const [{ ScanBox }, { StaffMenu: Menu }, { ReleaseLine }, { keepFocus }] = await Promise.all([
    import("#web/desk/scan-box/scan-box.tsx"),
    import("./staff-menu.tsx"),
    import("#web/admin/release-line.tsx"),
    import("./keep-focus.ts"),
  ]);
  keepFocus();
  return { ScanBox, Menu, ReleaseLine };
};
type StaffParts = Awaited<ReturnType<typeof fetchParts>>;

let loading: Promise<StaffParts> | undefined;
let cache: StaffParts | undefined;

/** Loads the staff's menu and scan box. Pages wait for it, because a scanned label must never become text in a field. */
export function loadStaffParts(): Promise<StaffParts> {
  if (loading) return loading;
  keepEarlySlash();
  loading = fetchParts().then(
    (parts) => (cache = parts),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Returns the parts once loaded. Retries on each page after a failure. */
function useStaffParts(): StaffParts | undefined {
  const { pathname } = useLocation();
  const [parts, setParts] = useState(() => cache);
  useEffect(() => {
    let isUnmounted = false;
    loadStaffParts().then(
      (now) => !isUnmounted && setParts(now),
      () => undefined, // the page shows the error
    );
    return () => {
      isUnmounted = true;
    };
  }, [pathname]);
  return parts;
}

export function StaffBox() {
  const parts = useStaffParts();
  return parts && <parts.ScanBox />;
}

export function StaffRelease() {
  const parts = useStaffParts();
  return parts && <parts.ReleaseLine />;
}

/** Shows the staff's menu, which visitors never load. */
export function StaffNavigation(props: ComponentProps<StaffParts["Menu"]>) {
  const parts = useStaffParts();
  return parts && <parts.Menu {...props} />;
}
