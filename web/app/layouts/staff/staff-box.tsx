import { type ComponentProps, useEffect, useState } from "react";
import { keepEarlySlash } from "#web/desk/scan-box/early-slash.ts";
import { useLocation } from "#web/ui/router/router.tsx";

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
let loaded: StaffParts | undefined;

/** Loads the staff's menu and scan box. A page waits for it: a label that is scanned in a field must never become text. */
export function loadStaffParts(): Promise<StaffParts> {
  if (loading) return loading;
  keepEarlySlash();
  loading = fetchParts().then(
    (parts) => (loaded = parts),
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The parts, together with the page that waited for them. Each page tries again what failed before. */
function useStaffParts(): StaffParts | undefined {
  const { pathname } = useLocation();
  const [parts, setParts] = useState(() => loaded);
  useEffect(() => {
    let over = false;
    loadStaffParts().then(
      (now) => !over && setParts(now),
      () => undefined, // the page says so
    );
    return () => {
      over = true;
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

/** The staff's menu; visitors never load it. */
export function StaffNavigation(props: ComponentProps<StaffParts["Menu"]>) {
  const parts = useStaffParts();
  return parts && <parts.Menu {...props} />;
}
